import ExcelJS from 'exceljs';

/** Endings of numbers, by what the checker says of them. */
export const ENDING = {
  wa_registered: '00',
  telegram_registered: '01',
  dead: '02',
  inactive: '03',
  unknown: '04',
  slow: '05',
  failing: '06',
  unavailable: '07',
} as const;

/** A possible number in E.164 with this ending; another `serial` (from 0 to 9,999) is another number. */
export function phone(behaviour: keyof typeof ENDING, serial = 0): string {
  return `+14155${String(serial).padStart(4, '0')}${ENDING[behaviour]}`;
}

/** Numbers that all differ, as rows of a file with the header `phone`. */
export function phoneCsv(rows: number): string {
  const phones = Array.from({ length: rows }, (_, serial) => phone('wa_registered', serial));
  return csv(['phone'], ...phones.map((value) => [value]));
}

/** Cells as CSV. They may hold no comma, quote or line end. */
export function csv(...rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}

/** Cells as a workbook of one sheet. */
export async function xlsx(...rows: readonly (readonly unknown[])[]): Promise<Uint8Array<ArrayBuffer>> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('customers').addRows(rows.map((row) => [...row]));
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

/** So many bytes that begin as a workbook does. */
export function endlessWorkbook(bytes: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(bytes);
  // The signature of a zip entry.
  content.set([0x50, 0x4b, 0x03, 0x04]);
  return content;
}
