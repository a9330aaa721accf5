import * as SheetJs from 'xlsx';

/** A cell as SheetJS has it: a number with its format, or what it shows. */
export type SheetCell = { readonly number: number; readonly isDate: boolean } | { readonly text: string };

/** The rows of the first visible sheet that has any, without empty ones, each as long as its last cell with something in it. */
export function rowsBySheetJs(bytes: Buffer): (SheetCell | undefined)[][] {
  const workbook = SheetJs.read(bytes, {
    type: 'buffer',
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    cellText: true,
  });
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name];
    if (sheet === undefined || (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) continue;
    const rows = rowsOf(sheet);
    if (rows.length > 0) return rows;
  }
  return [];
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
