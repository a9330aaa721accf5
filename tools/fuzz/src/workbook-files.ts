import type { SeededRandom } from '@dialproof/generate';
import { strToU8, unzipSync } from 'fflate';
import * as SheetJs from 'xlsx';

/** The files inside of a workbook's zip, by their paths, in their order. */
export type WorkbookFiles = Readonly<Record<string, Uint8Array>>;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const TABLES: readonly (readonly (readonly unknown[])[])[] = [
  [
    ['name', 'phone', 'ok'],
    ['Jané & Co <x>', 41791234567, true],
    ['two\nlines', '+14155552671', null, -0.5],
    [],
    [null, null, null, 'last'],
  ],
  [[14155552671], ['no phone'], [1e21], [0.1], ['']],
  [
    ['id', 'mobile', 'since'],
    [1, '079 123 45 67', new Date(Date.UTC(2026, 10, 21))],
    [2, '  spaces ', '漢字 😀'],
  ],
];

/** Sheets as other programs write them, made by hand: only their XML matters. */
const SHEETS = [
  '<row r="1"><c r="A1" t="inlineStr"><is><t>phone</t></is></c><c r="B1" t="s"><v>0</v></c></row>' +
    '<row r="2" spans="1:2"><c r="A2"><v>41791234567</v></c><c r="B2" t="s"><v>1</v></c></row>' +
    '<row r="5"><c r="C5" t="str"><f>A2&amp;"x"</f><v>41791234567x</v></c><c r="A5" t="b"><v>1</v></c></row>',
  '<row><c t="s"><v>2</v></c><c><v>1.5</v></c></row><row/><row><c t="e"><v>#N/A</v></c><c s="1"><v>46347</v></c></row>' +
    '<row><c s="1"/><c><f>1+1</f></c><c t="n" s="2"><v>0.25</v></c></row>',
  '<row r="1"><c r="A1" t="inlineStr"><is><r><t>bo</t></r><r><rPr><b/></rPr><t xml:space="preserve">ld </t></r></is></c></row>' +
    '<row r="2"><c r="A2" t="s"><v>3</v></c><c r="AB2"><v>1E+5</v></c></row>',
];
const SHARED =
  '<si><t>name</t></si><si><t xml:space="preserve"> Ann </t></si><si><r><t>ri</t></r><r><t>ch</t></r></si>' +
  '<si><t>漢字</t><rPh sb="0" eb="1"><t>カン</t></rPh></si>';
const STYLES =
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0000000000"/></numFmts>' +
  '<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';

/** A workbook as SheetJS writes it, or one made by hand. */
export function workbookFiles(random: SeededRandom): WorkbookFiles {
  return random.chance(0.5) ? written(random) : made(random);
}

function written(random: SeededRandom): WorkbookFiles {
  const workbook = SheetJs.utils.book_new();
  for (let sheet = 0; sheet <= random.below(2); sheet += 1) {
    const rows = random.pick(TABLES).map((row) => [...row]);
    SheetJs.utils.book_append_sheet(workbook, SheetJs.utils.aoa_to_sheet(rows), `Sheet ${sheet}`);
  }
  const bytes: Buffer = SheetJs.write(workbook, {
    type: 'buffer',
    bookType: 'xlsx',
    bookSST: random.chance(0.5),
  });
  const files = unzipSync(bytes);
  // This file holds the time of writing.
  delete files['docProps/core.xml'];
  return files;
}

function made(random: SeededRandom): WorkbookFiles {
  const sheets = Array.from({ length: 1 + random.below(2) }, () => random.pick(SHEETS));
  const tabs = sheets.map((_, index) => {
    const state = random.chance(0.1) ? ' state="hidden"' : '';
    return `<sheet name="S${index}" sheetId="${index + 1}"${state} r:id="rId${index}"/>`;
  });
  const targets = sheets.map((_, index) =>
    relation(`rId${index}`, 'worksheet', `worksheets/sheet${index}.xml`),
  );
  const main = (name: string, content: string) =>
    strToU8(`${XML}<${name} xmlns="${MAIN}">${content}</${name}>`);
  const related = (content: string) =>
    strToU8(`${XML}<Relationships xmlns="${PACKAGE_RELATIONS}">${content}</Relationships>`);
  const parts = {
    '[Content_Types].xml': strToU8(contentTypes(sheets.length)),
    '_rels/.rels': related(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': strToU8(
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${random.chance(0.1) ? ' date1904="1"' : ''}/>` +
        `<sheets>${tabs.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': related(
      [
        ...targets,
        relation('rIdT', 'sharedStrings', 'sharedStrings.xml'),
        relation('rIdS', 'styles', 'styles.xml'),
      ].join(''),
    ),
    'xl/sharedStrings.xml': main('sst', SHARED),
    'xl/styles.xml': main('styleSheet', STYLES),
  };
  return {
    ...parts,
    ...Object.fromEntries(
      sheets.map((rows, index) => [
        `xl/worksheets/sheet${index}.xml`,
        main('worksheet', `<sheetData>${rows}</sheetData>`),
      ]),
    ),
  };
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
}

function contentTypes(sheets: number): string {
  const type = (part: string, name: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml"/>`;
  const overrides = [
    type('workbook', 'sheet.main'),
    type('styles', 'styles'),
    type('sharedStrings', 'sharedStrings'),
    ...Array.from({ length: sheets }, (_, index) => type(`worksheets/sheet${index}`, 'worksheet')),
  ];
  return (
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  );
}
