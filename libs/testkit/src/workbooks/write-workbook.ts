import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A sheet to be written. A cell is text, a number, or null for none. */
export interface SampleSheet {
  readonly name: string;
  readonly hidden?: boolean;
  readonly rows: readonly (readonly (string | number | null)[])[];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The sheets as the bytes of an .xlsx file, with the least that a spreadsheet program needs (ECMA-376, part 1). */
export async function writeWorkbook(sheets: readonly SampleSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(partsOf(sheets))) zip.addBuffer(Buffer.from(XML + text), path);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

function partsOf(sheets: readonly SampleSheet[]): Readonly<Record<string, string>> {
  const paths = sheets.map((_, index) => `worksheets/sheet${index + 1}.xml`);
  return {
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
      `${paths.map((path) => `<Override PartName="/xl/${path}" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': relations('officeDocument', ['xl/workbook.xml']),
    'xl/workbook.xml':
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">` +
      `<sheets>${sheets.map((sheet, index) => sheetEntry(sheet, index + 1)).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', paths),
    ...Object.fromEntries(sheets.map((sheet, index) => [`xl/${paths[index]}`, sheetXml(sheet)])),
  };
}

function relations(type: string, targets: readonly string[]): string {
  const all = targets.map(
    (target, index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

function sheetEntry({ name, hidden = false }: SampleSheet, id: number): string {
  return `<sheet name="${escaped(name)}" sheetId="${id}"${hidden ? ' state="hidden"' : ''} r:id="rId${id}"/>`;
}

function sheetXml({ rows }: SampleSheet): string {
  const written = rows.map((cells, index) => {
    const row = index + 1;
    return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${lettersOf(column)}${row}`)).join('')}</row>`;
  });
  return `<worksheet xmlns="${MAIN}"><sheetData>${written.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: string | number | null, reference: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** The letters of a column: `AB` for the index 27. */
function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
}
