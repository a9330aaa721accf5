import { type ZipFile, zipOf } from './zip.fixture.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface WorkbookParts {
  /** The content of each sheet's `sheetData`, in the order of the tabs. */
  readonly sheets: readonly string[];
  /** The `state` of each sheet. */
  readonly states?: readonly (string | undefined)[];
  /** The `name` of each sheet, as XML. */
  readonly names?: readonly string[];
  /** The `si` elements. */
  readonly sharedStrings?: string;
  /** The content of `styleSheet`. */
  readonly styles?: string;
  readonly date1904?: boolean;
}

/** The parts of a workbook made by hand, for XML that no program writes. */
export function workbookFiles(parts: WorkbookParts): ZipFile[] {
  const { sheets, states = [], names = [], sharedStrings, styles, date1904 = false } = parts;
  const tabs = sheets.map((_, index) => {
    const state = states[index] === undefined ? '' : ` state="${states[index]}"`;
    return `<sheet name="${names[index] ?? `S${index}`}" sheetId="${index + 1}"${state} r:id="rId${index}"/>`;
  });
  const targets = [
    ...sheets.map((_, index) => relation(`rId${index}`, 'worksheet', `worksheets/sheet${index}.xml`)),
    sharedStrings === undefined ? '' : relation('rIdT', 'sharedStrings', '/xl/sharedStrings.xml'),
    styles === undefined ? '' : relation('rIdS', 'styles', 'styles.xml'),
  ];
  return [
    { name: '_rels/.rels', data: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${tabs.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', data: relations(targets.join('')) },
    ...sheets.map((rows, index) => ({
      name: `xl/worksheets/sheet${index}.xml`,
      data: `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    })),
    ...optional('xl/sharedStrings.xml', sharedStrings, (items) => `<sst xmlns="${MAIN}">${items}</sst>`),
    ...optional('xl/styles.xml', styles, (content) => `<styleSheet xmlns="${MAIN}">${content}</styleSheet>`),
  ];
}

export function workbookOf(parts: WorkbookParts): Buffer {
  return zipOf(workbookFiles(parts));
}

function optional(name: string, content: string | undefined, wrap: (content: string) => string): ZipFile[] {
  return content === undefined ? [] : [{ name, data: wrap(content) }];
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
}

function relations(content: string): string {
  return `<Relationships xmlns="${PACKAGE_RELATIONS}">${content}</Relationships>`;
}
