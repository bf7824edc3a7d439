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

/** The text of a file; null if it is no text, such as a workbook. */
export async function textOf(file: File): Promise<string | null> {
  const text = await file.text();
  return text.includes('\0') ? null : text;
}
