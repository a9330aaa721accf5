import { type HostileGroup, hostile } from './hostile-group.js';
import { type Repeated, ROW, type WorkbookParts, workbookBytes, workbookFiles } from './workbook-parts.js';
import { zipBytes } from './zip-bytes.js';

const MIB = 1024 * 1024;

/** Repeats a piece up to nearly this many bytes. */
const upTo = (bytes: number, piece: string): Repeated => ({
  piece,
  times: Math.floor(bytes / piece.length) - 100,
});

/** A piece of 64 KiB that compresses no better than a real sheet, so that only its content shows the attack. */
function uneven(one: (number: number) => string): string {
  let text = '';
  for (let number = 1; text.length < 64 * 1024; number += 1) text += one((number * 7_919) % 1_000_003);
  return text;
}

const refused = (name: string, parts: WorkbookParts) =>
  hostile(name, ['malformed_file'], () => workbookBytes(parts));

const either = (name: string, parts: WorkbookParts) =>
  hostile(name, ['malformed_file', 'file_too_large', 'empty_file', 'read'], () => workbookBytes(parts));

const STRINGS = '<si><t>x</t></si>';
const EMPTY_ROW = uneven((number) => `<row r="${number}" spans="1:5" s="1" customFormat="1" ht="15.75"/>`);
const EMPTY_CELLS = uneven(
  (number) => `<row><c r="A${number}" s="1"/><c r="XFD${number}" s="${number % 99}"/></row>`,
);

const SINGLE_ROW = uneven((number) => `<row s="${number % 1_000}"/><a/>`);

const FORMATTED_ROW = uneven(
  (number) =>
    `<row r="${number}" spans="1:9">${[...'ABCDEFGHI'].map((letter) => `<c r="${letter}${number}" s="1"/>`).join('')}</row>`,
);

/** Small workbooks with very many, or very large, elements. */
export const XML_BOMBS: readonly HostileGroup[] = [
  refused('10 million empty rows', { sheets: [{ piece: '<row/>', times: 10_000_000 }] }),
  refused('1 GiB of empty rows', { sheets: [upTo(1024 * MIB, '<row/>')] }),
  hostile('100 MiB of empty rows with formats', ['malformed_file', 'empty_file'], () =>
    workbookBytes({ sheets: [upTo(100 * MIB, EMPTY_ROW)] }),
  ),
  refused('100 MiB of empty cells, some at XFD', { sheets: [upTo(100 * MIB, EMPTY_CELLS)] }),
  refused('the same behind rows with numbers', {
    sheets: [{ piece: `${ROW.repeat(100)}${EMPTY_CELLS.repeat(600)}`, times: 3 }],
  }),
  hostile('190 MiB of rows whose cells are empty, as are allowed', ['read', 'empty_file'], () =>
    workbookBytes({ sheets: [upTo(190 * MIB, FORMATTED_ROW)] }),
  ),
  refused('600 MiB of them', {
    sheets: [upTo(600 * MIB, FORMATTED_ROW.replaceAll('</row>', `${'<c s="1"/>'.repeat(50)}</row>`))],
  }),
  refused('60 MiB of empty rows between other elements', {
    sheets: Array.from({ length: 4 }, () => upTo(15 * MIB, SINGLE_ROW)),
  }),
  either('15 MiB of empty rows, as are allowed', { sheets: [upTo(15 * MIB, EMPTY_ROW)] }),
  hostile('a number at XFD1048576', ['too_many_columns'], () =>
    workbookBytes({ sheets: ['<row r="1048576"><c r="XFD1048576"><v>41791234567</v></c></row>'] }),
  ),
  hostile('10 million rows with a number', ['malformed_file', 'too_many_rows'], () =>
    workbookBytes({ sheets: [{ piece: ROW, times: 10_000_000 }] }),
  ),
  hostile('400,000 rows with a number, as are allowed to unpack', ['too_many_rows'], () =>
    workbookBytes({ sheets: [{ piece: ROW, times: 400_000 }] }),
  ),
  refused('1 GiB of numbers', { sheets: [upTo(1024 * MIB, `<row>${'<c><v>1</v></c>'.repeat(700)}</row>`)] }),
  either('15 MiB of numbers, as are allowed', {
    sheets: [upTo(15 * MIB, `<row>${'<c><v>1</v></c>'.repeat(900)}</row>`)],
  }),
  refused('45 MiB of numbers', { sheets: [upTo(45 * MIB, `<row>${'<c><v>1</v></c>'.repeat(900)}</row>`)] }),
  refused('45 MiB of comments', {
    sheets: [upTo(45 * MIB, `<row><c><v>1</v></c></row>${'<!--x-->'.repeat(400)}`)],
  }),
  either('45 MiB of formulas, as are allowed', {
    sheets: [upTo(45 * MIB, `<row><c><f>${'A1+'.repeat(200)}</f><v>1</v></c></row>`)],
  }),
  either('15 MiB of row elements of one row, as are allowed', {
    sheets: [upTo(15 * MIB, '<row r="1"><c r="ALL1"><v>1</v></c></row>')],
  }),
  refused('150 MiB of empty row elements of one row', {
    sheets: [
      upTo(
        150 * MIB,
        uneven((number) => `<row r="1" s="${number}"/>`),
      ),
    ],
  }),
  hostile('a text of 32 kB in 700,000 cells', ['file_too_large'], () =>
    workbookBytes({
      sheets: [upTo(15 * MIB, `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`)],
      sharedStrings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
    }),
  ),
  refused('280 MiB of shared strings', { sharedStrings: upTo(280 * MIB, STRINGS) }),
  either('15 MiB of shared strings', { sharedStrings: upTo(15 * MIB, STRINGS) }),
  either('15 MiB of empty shared strings', { sharedStrings: upTo(15 * MIB, '<si/>') }),
  refused('100 MiB of empty shared strings', {
    sharedStrings: upTo(
      100 * MIB,
      uneven((n) => `<si a="${n}"/>`),
    ),
  }),
  either('a shared string of a million runs', {
    sharedStrings: `<si>${'<r><t>a</t></r>'.repeat(1_000_000)}</si>`,
  }),
  refused('a shared string of 30 MiB', { sharedStrings: `<si><t>${'x'.repeat(30 * MIB)}</t></si>` }),
  refused('an attribute of 30 MiB', { sheets: [`<row a="${'x'.repeat(30 * MIB)}"/>`] }),
  refused('a tag with a million attributes', {
    sheets: [`<row ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`],
  }),
  refused('a name of 30 MiB', { sheets: [`<${'x'.repeat(30 * MIB)}/>`] }),
  refused('a comment of 30 MiB', { sheets: [`<!--${'x'.repeat(30 * MIB)}-->`] }),
  either('30 MiB of comments', { sheets: [upTo(30 * MIB, '<!--x-->')] }),
  either('30 MiB of entities', { sheets: [`<row><c t="str"><v>${'&amp;'.repeat(6 * MIB)}</v></c></row>`] }),
  refused('a million elements in each other', { sheets: [{ piece: '<row>', times: 1_000_000 }] }),
  refused('rich text a million deep', { sharedStrings: { piece: '<si><r>', times: 1_000_000 } }),
  refused('5 million styles', {
    styles: { piece: '<cellXfs><xf numFmtId="14"/></cellXfs>', times: 5_000_000 },
  }),
  refused('900,000 styles', { styles: `<cellXfs>${'<xf numFmtId="14"/>'.repeat(900_000)}</cellXfs>` }),
  either('a number format of a million brackets', {
    styles: `<numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(1_000_000)}"/></numFmts>`,
  }),
  either('number formats of open quotes and escapes', {
    styles: `<numFmts>${['&quot;', '\\', '_', '[h', 'AM/', 'e+'].map((text, n) => `<numFmt numFmtId="${164 + n}" formatCode="${text.repeat(150_000)}"/>`).join('')}</numFmts>`,
  }),
  either('200,000 relations', {
    moreRelations: { piece: '<Relationship Id="x" Type="y/worksheet" Target="../a/b"/>', times: 200_000 },
  }),
  refused('5 million relations', {
    moreRelations: { piece: '<Relationship Id="x" Type="y/worksheet" Target="../a/b"/>', times: 5_000_000 },
  }),
  refused('200,000 tabs of one empty sheet', {
    sheets: ['<row/>'],
    moreSheets: { piece: '<sheet name="x" r:id="rId0"/>', times: 200_000 },
  }),
  refused('4,900 empty sheets', { sheets: Array.from({ length: 4_900 }, () => '<row/>') }),
  ...documentTypes(),
];

function documentTypes(): HostileGroup[] {
  const laughs = Array.from({ length: 30 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
    '',
  );
  const subsets = [
    `[<!ENTITY l0 "ha">${laughs}]`,
    '[<!ENTITY l30 SYSTEM "file:///etc/passwd">]',
    'SYSTEM "http://127.0.0.1:9/x"',
  ];
  return workbookFiles({ sharedStrings: '<si><t>a</t></si>', styles: '<cellXfs/>' }).map(
    ({ name }): HostileGroup => ({
      name: `entities that grow, or are outside: ${name}`,
      outcomes: ['malformed_file'],
      async *files() {
        for (const subset of subsets) {
          const files = workbookFiles({ sharedStrings: '<si><t>a</t></si>', styles: '<cellXfs/>' });
          yield await zipBytes(
            files.map((file) =>
              file.name === name
                ? { ...file, data: `<!DOCTYPE x ${subset}>${file.data}`.replace('</', '&l30;</') }
                : file,
            ),
          );
        }
      },
    }),
  );
}
