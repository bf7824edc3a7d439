import { describe, expect, it } from 'vitest';
import { textOf } from './importing';

const wide = (text: string) =>
  new Uint8Array(new Uint16Array([...text].map((sign) => sign.charCodeAt(0))).buffer);
const read = (bytes: Uint8Array, name = 'game.txt') => textOf(new File([bytes as BlobPart], name));

describe('the text of a file', () => {
  it('is the same in UTF-8, with a byte order mark, and in UTF-16', async () => {
    const plain = new TextEncoder().encode('été');
    expect(await read(plain)).toBe('été');
    expect(await read(new Uint8Array([0xef, 0xbb, 0xbf, ...plain]))).toBe('été');
    expect(await read(wide('\ufeffété'))).toBe('été');
  });

  it('is none in another encoding, but for tables', async () => {
    const latin = new Uint8Array([0xe9, 0x74, 0xe9]);
    expect(await read(latin)).toBeNull();
    expect(await read(latin, 'set.CSV')).toBe('été');
    expect(await read(new Uint8Array([0x50, 0x4b, 0, 0]), 'set.csv')).toBeNull();
  });
});
