import type { SeededRandom } from '@dialproof/generate';
import { strToU8, unzipSync } from 'fflate';
import * as SheetJs from 'xlsx';

/** The files inside of a workbook's zip, by their paths, in their order. */
export type WorkbookFiles = Readonly<Record<string, Uint8Array>>;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

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

/** Sheets as other programs write them. */
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

/** A workbook as SheetJS writes it, half of the time with the sheets, texts and formats of another program in it. */
export function workbookFiles(random: SeededRandom): WorkbookFiles {
  const isOther = random.chance(0.5);
  const workbook = SheetJs.utils.book_new();
  const sheets = 1 + random.below(2);
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    const rows = random.pick(TABLES).map((row) => [...row]);
    SheetJs.utils.book_append_sheet(workbook, SheetJs.utils.aoa_to_sheet(rows), `Sheet ${sheet}`);
  }
  workbook.Workbook = {
    Sheets: workbook.SheetNames.map(() => ({ Hidden: random.chance(0.1) ? 1 : 0 })),
    WBProps: { date1904: random.chance(0.1) },
  };
  const bookSST = isOther || random.chance(0.5);
  const files = unzipSync(SheetJs.write(workbook, { type: 'buffer', bookType: 'xlsx', bookSST }));
  // This file holds the time of writing.
  delete files['docProps/core.xml'];
  if (!isOther) return files;
  const main = (name: string, content: string) => strToU8(`<${name} xmlns="${MAIN}">${content}</${name}>`);
  const written = workbook.SheetNames.map((_, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    main('worksheet', `<sheetData>${random.pick(SHEETS)}</sheetData>`),
  ]);
  return {
    ...files,
    ...Object.fromEntries(written),
    'xl/sharedStrings.xml': main('sst', SHARED),
    'xl/styles.xml': main('styleSheet', STYLES),
  };
}
