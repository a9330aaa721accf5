import { type ZipFile, zipBytes } from './zip-bytes.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A text, or a piece that is repeated `times` times. */
export type Repeated = string | { readonly piece: string; readonly times: number };

export interface WorkbookParts {
  /** The content of each sheet's `sheetData`. */
  readonly sheets?: readonly Repeated[];
  readonly sharedStrings?: Repeated;
  /** The content of `styleSheet`. */
  readonly styles?: Repeated;
  /** Text after the relations of the workbook, and after its list of sheets. */
  readonly moreRelations?: Repeated;
  readonly moreSheets?: Repeated;
  readonly moreFiles?: readonly ZipFile[];
}

export const SHEET = 'xl/worksheets/sheet0.xml';
export const ROW = '<row><c><v>41791234567</v></c></row>';

/** The parts of a workbook, each of which may be far too large. */
export function workbookFiles(parts: WorkbookParts): ZipFile[] {
  const { sheets = [ROW], sharedStrings, styles } = parts;
  const tabs = sheets.map(
    (_, index) => `<sheet name="S${index}" sheetId="${index + 1}" r:id="rId${index}"/>`,
  );
  const targets = [
    ...sheets.map((_, index) => relation(`rId${index}`, 'worksheet', `worksheets/sheet${index}.xml`)),
    sharedStrings === undefined ? '' : relation('rIdT', 'sharedStrings', 'sharedStrings.xml'),
    styles === undefined ? '' : relation('rIdS', 'styles', 'styles.xml'),
  ];
  return [
    wrapped('_rels/.rels', 'Relationships', relation('rId1', 'officeDocument', 'xl/workbook.xml'), ''),
    wrapped('xl/workbook.xml', 'workbook', `<sheets>${tabs.join('')}`, '</sheets>', parts.moreSheets),
    wrapped('xl/_rels/workbook.xml.rels', 'Relationships', targets.join(''), '', parts.moreRelations),
    ...sheets.map((rows, index) =>
      wrapped(`xl/worksheets/sheet${index}.xml`, 'worksheet', '<sheetData>', '</sheetData>', rows),
    ),
    ...(sharedStrings === undefined ? [] : [wrapped('xl/sharedStrings.xml', 'sst', '', '', sharedStrings)]),
    ...(styles === undefined ? [] : [wrapped('xl/styles.xml', 'styleSheet', '', '', styles)]),
    ...(parts.moreFiles ?? []),
  ];
}

export function workbookBytes(parts: WorkbookParts): Promise<Buffer> {
  return zipBytes(workbookFiles(parts));
}

/** Puts the beginning of a part before its first piece, so that the rest can be repeated. */
function wrapped(name: string, root: string, start: string, end: string, inside: Repeated = ''): ZipFile {
  const open = `<${root} xmlns:r="${OFFICE}">${start}`;
  const close = `${end}</${root}>`;
  if (typeof inside === 'string') return { name, data: open + inside + close };
  return { name, start: open, data: inside.piece, times: inside.times, end: close };
}

export function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}
