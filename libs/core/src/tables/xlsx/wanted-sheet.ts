import { isDialproofError } from '../../model/errors.js';
import type { Row } from '../row.js';
import type { TableBlock } from '../table-block.js';
import type { Sheet } from './workbook.js';

/** Sheets with rows that are judged. Each takes as long as finding the column of a file. */
const MAX_JUDGED = 20;

/** Fewer rows have to do where they are long. */
const MAX_BYTES = 1024 * 1024;

/** The first rows of a sheet. */
export interface FirstRows {
  readonly rows: readonly Row[];
  /** Where each of them is found in the file: counted from 1 as a spreadsheet shows them, with the empty ones. */
  readonly rowNumbers: readonly number[];
  /** Whether the sheet ends with them. */
  readonly areAll: boolean;
}

/** Which sheet of a workbook a reader wants. */
export interface SheetChoice {
  /** How many of its first rows show whether a sheet is the one. */
  readonly rows: number;
  /** A `DialproofError` means that it is not. */
  isWanted(first: FirstRows): Promise<boolean>;
}

/**
 * The first sheet that is wanted by its first rows, undefined if none of the first 20 with rows is. `passed` says whether a sheet with rows
 * stands before it.
 */
export async function wantedSheet(
  visibleSheets: readonly Sheet[],
  { isWanted, rows }: SheetChoice,
  blocksOf: (sheet: Sheet) => AsyncGenerator<TableBlock>,
): Promise<{ readonly sheet: Sheet; readonly passed: boolean } | undefined> {
  let judged = 0;
  for (const sheet of visibleSheets) {
    try {
      const first = await firstRows(blocksOf(sheet), rows);
      if (first.rows.length === 0) continue;
      judged += 1;
      if (await isWanted(first)) return { sheet, passed: judged > 1 };
    } catch (error) {
      // A sheet that cannot be read is refused only if it is the one that is read to its end.
      if (!isDialproofError(error)) throw error;
      judged += 1;
    }
    if (judged === MAX_JUDGED) break;
  }
  return undefined;
}

async function firstRows(blocks: AsyncGenerator<TableBlock>, wanted: number): Promise<FirstRows> {
  const first: TableBlock[] = [];
  let rows = 0;
  let bytes = 0;
  for await (const block of blocks) {
    first.push(block);
    rows += block.count;
    bytes += block.text.length;
    if (rows >= wanted || bytes > MAX_BYTES) return joined(first, false);
  }
  return joined(first, true);
}

function joined(blocks: readonly TableBlock[], areAll: boolean): FirstRows {
  return {
    rows: blocks.flatMap((block) => block.rows()),
    rowNumbers: blocks.flatMap(({ rowNumbers }) => rowNumbers),
    areAll,
  };
}
