import type { ErrorCode } from '@dialproof/core';
import * as SheetJs from 'xlsx';
import type { WorkbookDamage } from '../files/workbook-damage.js';
import { isResultOf } from './result-rows.js';
import type { UploadOutcome } from './upload-outcome.js';

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
  // The library chooses the sheet with phones, which the tests of core judge.
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

/** A cell as SheetJS has it: a number with its format, or what it shows. */
type SheetCell = { readonly number: number; readonly isDate: boolean } | { readonly text: string };

/** The rows of each visible sheet that has any, without empty rows and without empty cells at their ends. */
function rowsBySheetJs(bytes: Buffer): (SheetCell | undefined)[][][] {
  const workbook = SheetJs.read(bytes, {
    type: 'buffer',
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    cellText: true,
  });
  const sheets = workbook.SheetNames.filter(
    (_, index) => (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) === 0,
  );
  return sheets.flatMap((name) => {
    const sheet = workbook.Sheets[name];
    const rows = sheet === undefined ? [] : rowsOf(sheet);
    return rows.length > 0 ? [rows] : [];
  });
}

function rowsOf(sheet: SheetJs.WorkSheet): (SheetCell | undefined)[][] {
  const rows: (SheetCell | undefined)[][] = [];
  for (const [address, cell] of Object.entries(sheet)) {
    if (address.startsWith('!')) continue;
    const read = cellOf(cell);
    if (read === undefined) continue;
    const { r, c } = SheetJs.utils.decode_cell(address);
    const row = rows[r] ?? [];
    row[c] = read;
    rows[r] = row;
  }
  return rows.filter((row) => row !== undefined).map((row) => Array.from(row));
}

function cellOf({ t, v, w, z }: SheetJs.CellObject): SheetCell | undefined {
  switch (t) {
    case 'n':
      return { number: Number(v), isDate: /[ymdhs]/i.test(String(z ?? '')) };
    case 'b':
      return { text: v === true ? 'TRUE' : 'FALSE' };
    case 's':
      return v === '' ? undefined : { text: String(v) };
    case 'e':
      return { text: String(w) };
    default:
      return undefined;
  }
}
