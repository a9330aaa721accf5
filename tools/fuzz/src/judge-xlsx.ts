import type { ErrorCode } from '@dialproof/core';
import { isResultOf } from './result-rows.js';
import { rowsBySheetJs, type SheetCell } from './rows-by-sheetjs.js';
import type { UploadOutcome } from './upload-outcome.js';
import type { WorkbookDamage } from './workbook-damage.js';

const REFUSALS: readonly ErrorCode[] = [
  'malformed_file',
  'empty_file',
  'too_many_columns',
  'cell_too_large',
  'file_too_large',
];

/** What is wrong about the outcome of an .xlsx upload, or undefined. */
export function judgeXlsx(bytes: Buffer, damage: WorkbookDamage, outcome: UploadOutcome): string | undefined {
  if (outcome.kind === 'refused') {
    return REFUSALS.includes(outcome.code) ? undefined : `refused as ${outcome.code}, ${outcome.hint}`;
  }
  const { result, skipped, total } = outcome;
  const rows = result.length - skipped - 1;
  if (total !== rows) return `${total} rows in the task, ${rows} in the result`;
  if (damage !== 'cells') return undefined;
  // The sheet that holds phones is read, and the tests of core judge which one that is.
  return rowsBySheetJs(bytes).some((rows) => isResultOf(outcome, rows, isSame))
    ? undefined
    : 'the rows are not those that SheetJS reads';
}

function isSame(text: string, cell: SheetCell | undefined): boolean {
  if (cell === undefined) return text === '';
  if ('text' in cell) return text === cell.text;
  if (cell.isDate) return /^\d{4}-\d\d-\d\d|^\d+:\d\d/.test(text) || Number(text) === cell.number;
  return text !== '' && Number(text) === cell.number;
}
