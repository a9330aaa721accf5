import { writeWorkbook } from '../../workbooks/write-workbook.js';

/** Endings of numbers, by the checker's answers for them. North America reserves these numbers for fiction. */
export const ENDING = {
  wa_registered: '5550100',
  telegram_registered: '5550101',
  dead: '5550102',
  inactive: '5550103',
  unknown: '5550104',
  slow: '5550105',
  failing: '5550106',
  unavailable: '5550107',
  detailed: '5550108',
} as const;

/** A possible number in E.164 with this ending; another `serial` (from 0 to 580) is another number. */
export function phone(behaviour: keyof typeof ENDING, serial = 0): string {
  return `+1${415 + serial}${ENDING[behaviour]}`;
}

/** Numbers that all differ and have any status, as rows of a file with the header `phone`. */
export function phoneCsv(rows: number): string {
  const phones = Array.from({ length: rows }, (_, serial) => `+1415${2_000_000 + serial}`);
  return csv(['phone'], ...phones.map((value) => [value]));
}

/** Fewer rows than any server of this suite allows, but so many bytes that some are stored before the end arrives. */
export function wideCsv(): string {
  const note = 'x'.repeat(5_000);
  return csv(['phone', 'note'], ...Array.from({ length: 180 }, (_, serial) => [phone('dead', serial), note]));
}

/** Cells as CSV. They may hold no comma, quote or line end. */
export function csv(...rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}

/** The name of the sheet with the cells. Names of sheets may have any of these characters. */
export const SHEET = 'März "VIP" 😀 <&>';

/** Cells as a workbook whose first sheet is hidden. */
export function xlsx(
  ...rows: readonly (readonly (string | number | null)[])[]
): Promise<Uint8Array<ArrayBuffer>> {
  return writeWorkbook([
    { name: 'hidden', hidden: true, rows: [['phone']] },
    { name: SHEET, rows },
  ]);
}

/** This many bytes, which begin like a workbook. */
export function endlessWorkbook(bytes: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(bytes);
  // The signature of a zip entry.
  content.set([0x50, 0x4b, 0x03, 0x04]);
  return content;
}

const BOUNDARY = 'dialproof-b0undary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** One part of a multipart form as text. With a `fileName` it is a file, else a field. */
export function part(name: string, content: string, fileName?: string): string {
  const file = fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: text/csv`;
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
}

/** A whole form. */
export function form(...parts: readonly string[]): string {
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}
