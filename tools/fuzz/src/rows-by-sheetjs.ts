import * as SheetJs from 'xlsx';

/** A cell as SheetJS has it: a number with its format, or what it shows. */
export type SheetCell = { readonly number: number; readonly isDate: boolean } | { readonly text: string };

/** Of each visible sheet that has rows: its rows without empty ones, each as long as its last cell with something in it. */
export function rowsBySheetJs(bytes: Buffer): (SheetCell | undefined)[][][] {
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
