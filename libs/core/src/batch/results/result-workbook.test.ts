import { describe, expect, it } from 'vitest';
import { csvBytes } from '../../tables/csv-writer.js';
import { DEFAULT_TABLE_LIMITS } from '../../tables/table-limits.js';
import type { SheetLines } from '../../tables/xlsx-writer/sheet-xml.js';
import { assertFitsWorkbook } from './result-workbook.js';

const header = { skippedRows: [], columns: ['phone', 'verification_status'], hasLongCells: false };
const size = { rows: 2, columns: 2, headerRow: 1 };

/** The only block of a result, and whether it was read. */
function blockOf(cell: string) {
  const state = { isRead: false };
  async function* blocks(): AsyncGenerator<SheetLines> {
    state.isRead = true;
    yield { text: csvBytes([[cell]]), rows: 1, width: 1, added: () => ['dead'] };
  }
  return { blocks, state };
}

/** Checks the result for a host that allows cells of this many characters. */
const judge = (maxCellChars: number, blocks: AsyncIterable<SheetLines>) =>
  assertFitsWorkbook({ tableLimits: { ...DEFAULT_TABLE_LIMITS, maxCellChars } }, header, blocks, size);

describe('a result whose header mentions no long cells, as in schema version 3', () => {
  it('is measured if the host allows longer cells than a sheet', async () => {
    const { blocks } = blockOf('x'.repeat(32_768));
    await expect(judge(32_768, blocks())).rejects.toMatchObject({
      code: 'cell_too_large',
      hint: expect.stringContaining('row 2, column 1'),
    });
    await expect(judge(32_768, blockOf('x'.repeat(32_767)).blocks())).resolves.toBeUndefined();
  });

  it('is not read if the host allows no longer ones', async () => {
    const { blocks, state } = blockOf('x');
    await judge(32_767, blocks());
    expect(state.isRead).toBe(false);
  });
});
