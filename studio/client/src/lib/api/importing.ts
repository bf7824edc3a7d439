/** Boards from texts, in any format that Clew reads. */

import { post, Problem } from './client';
import type { BoardError, Imported } from './types';

/** A text with no board that can be read is no failure: its errors say what is wrong. */
export async function importText(text: string, format = ''): Promise<Imported> {
  try {
    return await post<Imported>('/boards/import', { text, format: format || null });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'bad-board' || !error.body.errors?.length) throw error;
    return { items: [], errors: error.body.errors as BoardError[], remarks: [] };
  }
}

/** What was read where nothing could be, and why. */
export const nothing = (message: string): Imported => ({
  items: [],
  errors: [{ where: 'board', message, key: null, row: null, column: null }],
  remarks: [],
});

/** The text of a file, without a byte order mark: UTF-8, UTF-16 with a mark, or a table as spreadsheets write it;
 *  null if it is none of them, such as a workbook.
 */
export async function textOf(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be';
  const isWide = mark === 'utf-16le' || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const isTable = /\.[ct]sv$/i.test(file.name);
  for (const encoding of [isWide ? mark : 'utf-8', ...(isTable ? ['windows-1252'] : [])])
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes('\0') ? null : text;
    } catch {
      // not in this one
    }
  return null;
}
