import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDialproofError } from '../../model/errors.js';
import { propertyRuns } from '../../property-runs.fixture.js';
import { readRows, refusalOf } from '../upload.fixture.js';
import { PlainXml, SLICE_CHARS, SliceEnds } from './package/plain-xml.js';
import { PlainRow } from './plain-rows.js';
import { type WorkbookParts, workbookFiles, workbookOf } from './workbook.fixture.js';
import { zipOf } from './zip.fixture.js';

/** The row that begins at an offset of the XML; undefined if it is left to the parser. */
function plainRowAt(xml: string, start: number, prefix = '') {
  const plain = new PlainXml();
  const row = new PlainRow(plain, prefix);
  plain.set(xml);
  if (!row.read(start)) return undefined;
  const cells = Array.from({ length: row.cells }, (_, cell) => [
    row.column(cell),
    row.style(cell),
    row.type(cell),
    row.text(cell),
  ]);
  return { number: row.number, cells, end: row.end };
}

/** The same elements with a prefix before their names. */
function withPrefix(prefix: string, xml: string): string {
  return xml.replaceAll(/<(\/?)(?=\w)/g, `<$1${prefix}`);
}

/** A workbook whose sheet has a prefix before all names, as the OpenXML SDK for .NET writes it. */
function prefixedWorkbook(prefix: string, parts: WorkbookParts): Buffer {
  const namespace = prefix === '' ? 'xmlns=' : `xmlns:${prefix.slice(0, -1)}=`;
  const files = workbookFiles(parts).map((file) =>
    file.name.includes('/worksheets/')
      ? { ...file, data: withPrefix(prefix, String(file.data)).replace('xmlns=', namespace) }
      : file,
  );
  return zipOf(files);
}

describe('plainRowAt', () => {
  it.each([
    ['Excel', '<row r="7" spans="1:2" x14ac:dyDescent="0.25"><c r="A7" s="1" t="s"><v>0</v></c></row>'],
    ['LibreOffice', '<row r="7" customFormat="false" ht="12.8"><c r="A7" s="0" t="n"><v>7.5</v></c></row>'],
    [
      'openpyxl',
      '<row r="7"><c r="A7" t="inlineStr"><is><t>a</t></is></c><c r="B7" t="n"><v>7</v></c></row>',
    ],
    ['one who leaves addresses out', '<row><c><v>1</v></c><c t="str"><v> ein Tag\n</v></c></row>'],
    ['one who writes empty cells', '<row r="7"><c r="A7" s="1"/><c r="B7"><v></v></c></row>'],
    ['one who writes empty rows', '<row r="7" spans="1:2"/>'],
    ['one who writes no cells', '<row r="7"></row>'],
    ['one who puts a space before the end of a tag', '<row r="7"><c r="A7" s="1" /></row>'],
    ['the same, without cells', '<row r="7" ht="20" customHeight="1" />'],
    ['openpyxl, with empty cells', '<row r="7"><c r="A7" s="1" t="n"></c><c r="B7" t="n"></c></row>'],
    ['one with letters beyond ASCII', '<row><c t="str"><v>Übersee 😀</v></c></row>'],
  ])('reads a row of %s', (_, row) => {
    expect(plainRowAt(`<row/>${row}<row/>`, 6)).toMatchObject({ end: 6 + row.length });
  });

  it.each(['', 'x:'])(
    'tells the number of the row and what each cell has, with the prefix "%s"',
    (prefix) => {
      const { number, cells } =
        plainRowAt(
          withPrefix(
            prefix,
            '<row r="7"><c r="A7" s="3" t="s"><v>12</v></c><c><v>x</v></c><c r="AB7" s="1"/><c t="str"/>' +
              '<c><f>IF(A1&gt;2,"a","b")</f><v>8</v></c><c t="str"><f t="shared" si="0"/><v>z</v></c><c><f></f><v>9</v></c>' +
              '<c t="inlineStr"><is><t>y &amp; &lt;z&gt;&quot;&apos; [1]</t></is></c><c><v></v></c></row>',
          ),
          0,
          prefix,
        ) ?? {};
      expect(number).toBe('7');
      expect(cells).toEqual([
        [0, 3, 's', '12'],
        [-1, 0, 'n', 'x'],
        [27, 1, 'n', ''],
        [-1, 0, 'str', ''],
        [-1, 0, 'n', '8'],
        [-1, 0, 'str', 'z'],
        [-1, 0, 'n', '9'],
        [-1, 0, 'inlineStr', 'y & <z>"\' [1]'],
        [-1, 0, 'n', ''],
      ]);
    },
  );

  it('reads rows of any number of cells', () => {
    const { cells } = plainRowAt(`<row>${'<c><v>1</v></c><c/>'.repeat(500)}</row>`, 0) ?? {};
    expect(cells).toHaveLength(1_000);
    expect(cells?.at(-2)).toEqual([-1, 0, 'n', '1']);
  });

  it.each([
    ['the number of a character', '<row><c t="str"><v>a&#38;b</v></c></row>'],
    ['an entity that XML does not have', '<row><c t="str"><v>a&nbsp;b</v></c></row>'],
    ['an ampersand', '<row><c t="str"><v>a&b</v></c></row>'],
    ['a noncharacter', '<row><c t="str"><v>a\uffffb</v></c></row>'],
    ['an entity that does not end', '<row><c t="str"><v>a&amp</v></c></row>'],
    ['a type that the standard does not have', '<row><c t="x"><v>a</v></c></row>'],
    ['a type and more', '<row><c t="strx"><v>a</v></c></row>'],
    ['an attribute twice', '<row><c r="A1" r="A1"><v>1</v></c></row>'],
    ['attributes in another order', '<row><c s="1" r="A1"><v>1</v></c></row>'],
    ['a style of too many digits', '<row><c s="12345678901"><v>1</v></c></row>'],
    ['an address of letters alone', '<row><c r="A"><v>1</v></c></row>'],
    ['an address of digits alone', '<row><c r="1"><v>1</v></c></row>'],
    ['an address in small letters', '<row><c r="a1"><v>1</v></c></row>'],
    ['a cell that is not closed', '<row><c/<c><v>1</v></c></row>'],
    ['a CDATA section', '<row><c t="str"><v><![CDATA[a]]></v></c></row>'],
    ['a text of runs in its cell', '<row><c t="inlineStr"><is><r><t>a</t></r></is></c></row>'],
    ['a value and a text in its cell', '<row><c><v>1</v><is><t>a</t></is></c></row>'],
    ['a formula without a value', '<row><c><f>1+1</f></c></row>'],
    ['a formula and a text', '<row><c><f>1+1</f><is><t>2</t></is></c></row>'],
    ['a formula with other quotes', "<row><c><f t='shared'>1+1</f><v>2</v></c></row>"],
    ['a formula behind its value', '<row><c><v>2</v><f>1+1</f></c></row>'],
    ['two formulas', '<row><c><f>1</f><f>1</f><v>2</v></c></row>'],
    ['a formula that does not end', '<row><c><f>1+1<v>2</v></c></row>'],
    ['a formula that begins with a letter too many', '<row><c><fx>1+1</f><v>2</v></c></row>'],
    ['a comment', '<row><!-- --><c><v>2</v></c></row>'],
    ['spaces between cells', '<row> <c><v>2</v></c></row>'],
    ['other quotes', "<row r='1'><c><v>2</v></c></row>"],
    ['a prefix that its sheet does not have', '<x:row><x:c><x:v>2</x:v></x:c></x:row>'],
    ['other attributes', '<row><c cm="1" r="A1"><v>2</v></c></row>'],
    ['its number behind other attributes', '<row spans="1:2" r="7"><c><v>2</v></c></row>'],
    ['two numbers', '<row r="7" r="8"><c><v>2</v></c></row>'],
    ['a carriage return, which XML makes a line feed', '<row><c t="str"><v>a\r\nb</v></c></row>'],
    ['a character that XML does not allow', '<row><c t="str"><v>a\u0001b</v></c></row>'],
    ['the end of a CDATA section', '<row><c t="str"><v>a]]>b</v></c></row>'],
    ['no end', '<row><c><v>2</v></c><c><v>3'],
    ['the wrong end', '<row><c><v>2</v></c></sheetData>'],
    ['four characters before its end', '<row><c><x/></row>'],
    ['a slash that ends no tag', '<row><c r="A1" / ><v>2</v></c></row>'],
    ['another name', '<rowBreaks count="1"/>'],
  ])('leaves a row with %s to the parser', (_, row) => {
    expect(plainRowAt(row, 0)).toBeUndefined();
  });
});

const cell = fc.constantFrom(
  '<c><v>1</v></c>',
  '<c r="D1"><v>41791234567</v></c>',
  '<c s="1"><v>45000</v></c>',
  '<c t="s"><v>1</v></c>',
  '<c t="b"><v>1</v></c>',
  '<c t="e"><v>#N/A</v></c>',
  '<c t="str"><v>_x0041_ Ü</v></c>',
  '<c/>',
  '<c s="1"/>',
  '<c t="str"><v>a&amp;b&#10;</v></c>',
  '<c t="str"><v>&quot;a&quot; &lt;b&gt; &amp;amp; &apos;[c]</v></c>',
  '<c t="inlineStr"><is><t>_x0026_&amp;_x0041_</t></is></c>',
  '<c t="str"><v>a]]b</v></c>',
  '<c t="x"><v>1</v></c>',
  '<c s="4294967297"><v>1</v></c>',
  '<c t="str"><v>a\r\nb</v></c>',
  '<c t="str"><v><![CDATA[<row><c><v>2</v></c></row>]]></v></c>',
  '<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>',
  '<c t="inlineStr"><is><t xml:space="preserve"> _x0041_ </t></is></c>',
  '<c t="str"><is><t>_x005F_x0041_</t></is></c>',
  '<c><is><t>7.50</t></is></c>',
  '<c><f>1+1</f><v>2</v></c>',
  '<c t="str"><f t="shared" ref="A1:A9" si="0">A1&amp;&quot;x&quot;</f><v>2x</v></c>',
  '<c t="str"><f t="shared" si="0"/><v>3x</v></c>',
  '<c><f>1&#43;1</f><v>2</v></c>',
  '<c><f>1+1</f></c>',
  `<c t="str"><v>${'x'.repeat(30_000)}</v></c>`,
);
/** The `r` of a row: none, that of the row before, or the next number. */
const numbered = fc.constantFrom('', '', ' r="same"', ' r="next"');
const row = fc
  .tuple(
    numbered,
    fc.constantFrom('<row', '<row spans="1:9"', "<row ht='3'"),
    fc.array(cell, { maxLength: 6 }),
  )
  .map(([number, start, cells]) => `${start.replace('<row', `<row${number}`)}>${cells.join('')}</row>`);
const betweenRows = fc.constantFrom(
  '<row/>',
  '<row r="same"/>',
  '\n ',
  '<!--<row><c><v>3</v></c></row>-->',
  '<!-- --><row><c><v>4</v></c></row>',
  '<?x <row><c><v>5</v></c></row>?>',
);

/** The sheet with its rows numbered. */
function withNumbers(sheet: string): string {
  let number = 1;
  return sheet.replaceAll(/<row( r="(?:same|next)")?/g, (_, written: string | undefined) => {
    if (written !== ' r="same"') number += 1;
    return written === undefined ? '<row' : `<row r="${number}"`;
  });
}

/** The hint of a refusal: both readings of one sheet refuse the same. */
function hintOf(error: unknown): string | undefined {
  if (isDialproofError(error)) return error.hint;
  throw error;
}

describe('a sheet', () => {
  it('has the rows that the parser finds in it, whatever it contains and wherever its pieces end', async () => {
    const parts = fc.array(fc.oneof({ arbitrary: row, weight: 3 }, betweenRows), { maxLength: 40 });
    const options = { sharedStrings: '<si><t>zero</t></si><si><t>one</t></si>' };
    await fc.assert(
      fc.asyncProperty(parts, fc.constantFrom('', 'x:'), async (sheetParts, prefix) => {
        const sheet = withNumbers(sheetParts.join(''));
        const read = (xml: string) =>
          readRows('list.xlsx', prefixedWorkbook(prefix, { sheets: [xml], ...options })).catch(hintOf);
        const rows = await read(sheet);
        // With a further space, only the parser reads a row.
        const forParser = sheet.replaceAll('<row', '<row ').replaceAll('<row />', '<row  a="1"/>');
        const parsed = await read(forParser);
        expect(rows).toEqual(
          Array.isArray(parsed)
            ? parsed.map((cells) => cells.map((text) => text.replaceAll('row ', 'row')))
            : parsed,
        );
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it('is bounded where all its cells refer to a text of no characters', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`;
    const bytes = workbookOf({ sheets: [row.repeat(1_000)], sharedStrings: '<si><t></t></si>' });
    const limits = { maxBlankXmlBytes: 300_000, maxCompressionRatio: 2_000 };
    const { code, hint } = await refusalOf(readRows('list.xlsx', bytes, { limits }));
    expect(code).toBe('malformed_file');
    expect(hint).toContain('bytes of XML in a row without a filled cell');
  });

  it('is refused with the position of a fault behind plain rows', async () => {
    const rows = '<row><c><v>1</v></c></row>'.repeat(9_000);
    const { hint } = await refusalOf(
      readRows('list.xlsx', workbookOf({ sheets: [`${rows}<row></c></row>`] })),
    );
    const place = Number(/at character (\d+)/.exec(hint ?? '')?.[1]);
    expect(place).toBeGreaterThan(rows.length);
    expect(place).toBeLessThan(rows.length + 1_000);
  });
});

describe('a sheet with rows that are formatted and empty', () => {
  it.each([
    ['as Excel writes it', ''],
    ['as the OpenXML SDK for .NET writes it', 'x:'],
  ])('is read with 450,000 of them behind its rows, %s', async (_writer, prefix) => {
    const rows = Array.from({ length: 450_000 }, (_, n) =>
      n < 10
        ? `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c></row>`
        : `<row r="${n + 1}"><c r="A${n + 1}" s="1" /></row>`,
    );
    const bytes = prefixedWorkbook(prefix, { sheets: [rows.join('')] });
    expect(await readRows('list.xlsx', bytes)).toEqual(Array.from({ length: 10 }, (_, n) => [`${n}`]));
  });

  it('is refused if blank rows are so scattered that skipping them saves nothing', async () => {
    const limits = { maxBlankXmlBytes: 300_000, maxCompressionRatio: 2_000 };
    const read = (xml: string) => readRows('list.xlsx', workbookOf({ sheets: [xml] }), { limits });
    const filled = '<row><c><v>1</v></c></row>';
    expect(await read(filled + '<row/>'.repeat(100_000))).toEqual([['1']]);
    const { code, hint } = await refusalOf(read(filled + '<row/><a/>'.repeat(12_000)));
    expect(code).toBe('malformed_file');
    expect(hint).toContain('bytes of XML in a row without a filled cell');
  });

  it('has all other rows, wherever the blank ones are', async () => {
    const blank = fc.constantFrom(
      '<row/>',
      '<row><c s="1"/><c><v/></c></row>',
      '\n<row s="1" ht="3"></row>',
      '<!--<row/>--><row/>',
      '<row a="/>" b="\'>"><c a="/>"/></row>',
    );
    const run = fc.tuple(blank, fc.integer({ min: 0, max: 9_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 12 }), async (runs) => {
        const filled = runs.map((_, n) => [String(n), '', 'x'.repeat(n * 700)].slice(0, n === 0 ? 1 : 3));
        const sheet = runs.map(
          ([row, times], n) =>
            `<row><c><v>${n}</v></c><c/><c t="str"><v>${'x'.repeat(n * 700)}</v></c></row>${row.repeat(times)}`,
        );
        expect(await readRows('list.xlsx', workbookOf({ sheets: [sheet.join('')] }))).toEqual(filled);
      }),
      { numRuns: propertyRuns(10) },
    );
  });

  it('has no row twice where rows stand in another', async () => {
    const between = '<a/>'.repeat(5_000);
    const sheet = `<row><row><c><v>1</v></c></row>${between}<row/>${between}</row>`;
    expect(await readRows('list.xlsx', workbookOf({ sheets: [sheet] }))).toEqual([['1']]);
  });

  it('is refused with the position of a fault behind them', async () => {
    const blank = Array.from({ length: 9_000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" s="1"/></row>`);
    const hint = async (xml: string) =>
      (await refusalOf(readRows('list.xlsx', workbookOf({ sheets: [blank.join('') + xml] })))).hint;
    expect(await hint('<row><c t="s"><v>7</v></c></row>')).toContain('(row 9001, column 1)');
    const place = Number(/at character (\d+)/.exec((await hint('<row></c></row>')) ?? '')?.[1]);
    expect(place).toBeGreaterThan(blank.join('').length);
  });
});

const rows = new SliceEnds('row');

describe('the end of a slice', () => {
  it.each([
    ['<row/>  <row r="1"/>', 8],
    ['<row/><x:row/>', 6],
    ['<row/><rowBreaks/>', 18],
    ['<row/>\n<row\n/>', 7],
  ])('is the next element in %s, or the end of the text', (text, end) => {
    expect(rows.find(text, 0, true)).toBe(end);
  });

  it('is the last element that begins in the slice, if one does', () => {
    const text = '<row/>'.repeat(SLICE_CHARS);
    expect(rows.find(text, 0, false)).toBe(SLICE_CHARS - (SLICE_CHARS % 6));
    expect(rows.find(text, 0, true)).toBe(6);
    expect(rows.find(' '.repeat(SLICE_CHARS * 2), 5, false)).toBe(SLICE_CHARS + 5);
  });

  it('is never farther than a slice is long, nor behind the text', () => {
    const text = `${' '.repeat(SLICE_CHARS * 2)}<row/>`;
    expect(rows.find(text, 0, true)).toBe(SLICE_CHARS);
    expect(rows.find(text, SLICE_CHARS * 2 - 1, true)).toBe(SLICE_CHARS * 2);
    expect(rows.find(text, SLICE_CHARS * 2, true)).toBe(text.length);
  });
});
