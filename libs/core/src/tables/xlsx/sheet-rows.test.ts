import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../property-runs.fixture.js';
import {
  blocksOf,
  openUpload,
  type ReadOptions,
  readRows,
  refusalOf,
  TrackedContent,
  tableRows,
} from '../upload.fixture.js';
import { type WorkbookParts, workbookOf } from './workbook.fixture.js';

const read = (parts: WorkbookParts, limits: ReadOptions['limits'] = {}) =>
  readRows('list.xlsx', workbookOf(parts), { limits });

const readSheet = (sheet: string, parts: Partial<WorkbookParts> = {}, limits: ReadOptions['limits'] = {}) =>
  read({ sheets: [sheet], ...parts }, limits);

describe('rows of a sheet', () => {
  it.each([
    ['numbers of many digits', '<v>41791234567</v>', '41791234567'],
    ['numbers of more digits than a float has', '<v>12345678901234567890</v>', '12345678901234567890'],
    ['numbers with an exponent', '<v>4.1791234567E10</v>', '41791234567'],
    ['numbers that end in .0', '<v>14155552671.0</v>', '14155552671'],
    ['fractions as Excel stores them', '<v>0.10000000000000001</v>', '0.1'],
    ['an element without a value', '<f>1+1</f>', ''],
    ['the result of a formula', '<f>A1*2</f><v>84</v>', '84'],
    ['text that XML has to escape', '<v>1 &lt; 2</v>', '1 < 2'],
  ])('takes %s', async (_, cell, text) => {
    const rows = await readSheet(`<row r="1"><c r="A1">${cell}</c><c r="B1"><v>1</v></c></row>`);
    expect(rows).toEqual([[text, '1']]);
  });

  it.each([
    ['b', '<v>1</v>', 'TRUE'],
    ['b', '<v>0</v>', 'FALSE'],
    ['e', '<v>#N/A</v>', '#N/A'],
    ['str', '<f>A1&amp;B1</f><v>+1415 x</v>', '+1415 x'],
    ['str', '<f>A1</f><v></v>', ''],
    ['str', '<v>two_x000D_\nlines _x005F_x000D_</v>', 'two\r\nlines _x000D_'],
    ['d', '<v>2026-11-21T10:00:00</v>', '2026-11-21T10:00:00'],
    ['inlineStr', '<is><t xml:space="preserve"> a </t></is>', ' a '],
    ['inlineStr', '<is><r><rPr><b/></rPr><t>bo</t></r><r><t>ld</t></r></is>', 'bold'],
    ['inlineStr', '<is><t><![CDATA[a < b]]></t></is>', 'a < b'],
    ['s', '<v>0</v>', 'first'],
    ['s', '<v>1</v>', 'rich text'],
    ['s', '<v>2</v>', '東京'],
    ['s', '<v>3</v>', ''],
  ])('takes a cell of type %s: %s', async (type, cell, text) => {
    const sharedStrings =
      '<si><t>first</t></si><si><r><t>rich </t></r><r><t>text</t></r></si>' +
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si><si><t/></si>';
    const rows = await readSheet(`<row r="1"><c r="A1" t="${type}">${cell}</c><c r="B1"><v>1</v></c></row>`, {
      sharedStrings,
    });
    expect(rows).toEqual([[text, '1']]);
  });

  it('fills gaps, and leaves out what follows the last filled cell', async () => {
    const rows = await readSheet(
      '<row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c><c r="XFD2" s="1"/></row>' +
        '<row r="9"><c r="A9"><v>3</v></c></row>',
    );
    expect(rows).toEqual([['', '1', '', '2'], ['3']]);
  });

  it('takes cells and rows without an address to follow each other', async () => {
    const rows = await readSheet(
      '<row><c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row><row><c><v>4</v></c></row>',
    );
    expect(rows).toEqual([['1', '', '2', '3'], ['4']]);
  });

  it('leaves out rows without a filled cell', async () => {
    const rows = await readSheet(
      '<row r="1"/><row r="2"><c r="A2" s="3"/></row><row r="3"><c r="A3"><v>1</v></c></row>',
    );
    expect(rows).toEqual([['1']]);
  });

  it('reads elements that carry a namespace prefix', async () => {
    const sheet = '<x:row xmlns:x="urn:x"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>';
    expect(await readSheet(sheet)).toEqual([['a']]);
  });

  it('reads the first visible sheet that has rows', async () => {
    const sheets = [
      '<row><c><v>1</v></c></row>',
      '<row/>',
      '<row><c><v>3</v></c></row>',
      '<row><c><v>4</v></c></row>',
    ];
    expect(await read({ sheets, states: ['hidden'] })).toEqual([['3']]);
    expect(await read({ sheets, states: ['veryHidden', 'visible', 'hidden'] })).toEqual([['4']]);
    expect(await read({ sheets: ['', '<row/>'] })).toEqual([]);
  });

  it('come in small blocks when they are wide', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(1_000)}</row>`;
    const bytes = workbookOf({ sheets: [row.repeat(100)] });
    const blocks = await blocksOf(await openUpload('list.xlsx', new TrackedContent([bytes])));
    expect(Math.max(...blocks.map(({ count }) => count))).toBeLessThan(50);
    expect(tableRows(blocks)).toHaveLength(100);
  });

  it('names the sheet that was read, whatever its name is', async () => {
    const row = '<row><c><v>1</v></c></row>';
    const names = ['hidden', 'empty', "M&#228;rz &quot;VIP's&quot; &#x1F600; &lt;&amp;&gt;_x000D_", 'last'];
    const bytes = workbookOf({ sheets: [row, '<row/>', row, row], states: ['hidden'], names });
    const table = await openUpload('list.xlsx', new TrackedContent([bytes]));
    await blocksOf(table);
    expect(table.sheet).toBe('März "VIP\'s" 😀 <&>\r');
  });

  it.each([
    [
      'a column too far right',
      '<row r="1"><c r="D1"><v>1</v></c></row>',
      { maxColumns: 3 },
      'too_many_columns',
    ],
    ['an absurd address', '<row r="1"><c r="ZZZZZZZZ1"><v>1</v></c></row>', {}, 'too_many_columns'],
    ['a cell too large', '<row><c t="str"><v>12345</v></c></row>', { maxCellChars: 4 }, 'cell_too_large'],
    [
      'a cell too large in pieces',
      `<row><c t="inlineStr"><is>${'<r><t>1234</t></r>'.repeat(99)}</is></c></row>`,
      { maxCellChars: 4 },
      'cell_too_large',
    ],
    ['a shared string too large', '<row><c t="s"><v>0</v></c></row>', { maxCellChars: 4 }, 'cell_too_large'],
    ['a shared string that is missing', '<row><c t="s"><v>7</v></c></row>', {}, 'malformed_file'],
    [
      'a row behind one that follows it',
      '<row r="3"><c><v>3</v></c></row><row r="1"><c><v>1</v></c></row>',
      {},
      'malformed_file',
    ],
    [
      'a row that is there twice, with another between',
      '<row r="1"><c><v>3</v></c></row><row r="2"><c><v>2</v></c></row><row r="1"><c r="B1"><v>1</v></c></row>',
      {},
      'malformed_file',
    ],
    [
      'a cell that is there twice, with another value',
      '<row r="1"><c r="A1"><v>3</v></c><c r="A1"><v>1</v></c></row>',
      {},
      'malformed_file',
    ],
    ['XML that is none', '<row><c></row>', {}, 'malformed_file'],
    ['entities of its own', '<row><c t="str"><v>&lol;</v></c></row>', {}, 'malformed_file'],
    ['elements nested without end', '<row>'.repeat(1_000), {}, 'malformed_file'],
    ['text without end', `<row><c t="str"><v>${'x'.repeat(1_500_000)}</v></c></row>`, {}, 'malformed_file'],
  ])('refuses %s', async (_, sheet, limits, code) => {
    const refusal = await refusalOf(readSheet(sheet, { sharedStrings: '<si><t>12345</t></si>' }, limits));
    expect(refusal.code).toBe(code);
  });
});

describe('rows in order', () => {
  const readSheet = (sheet: string, limits: ReadOptions['limits'] = {}) =>
    readRows('list.xlsx', workbookOf({ sheets: [sheet], sharedStrings: '<si><t/></si>' }), { limits });

  /** The same XML, in a form that only the parser reads. */
  const forParser = (sheet: string) =>
    sheet.replaceAll('<row', '<row ').replaceAll(/<row {2}/g, '<row a="1" ');

  const BOTH_WAYS: readonly [string, (sheet: string) => string][] = [
    ['in the usual form', (sheet) => sheet],
    ['in another form', forParser],
  ];

  describe.each(BOTH_WAYS)('a row in several elements, %s', (_, written) => {
    const read = (sheet: string, limits: ReadOptions['limits'] = {}) => readSheet(written(sheet), limits);

    it('is one row when each cell has an element of its own', async () => {
      const sheet =
        '<row r="1"><c r="A1" t="str"><v>phone</v></c></row><row r="1"><c r="B1" t="str"><v>name</v></c></row>' +
        '<row r="2"><c r="A2"><v>41791234567</v></c></row><row r="2"><c r="B2" t="str"><v>Ann</v></c></row>';
      expect(await read(sheet)).toEqual([
        ['phone', 'name'],
        ['41791234567', 'Ann'],
      ]);
    });

    it('has its cells by their addresses, in whatever order and wherever its elements are cut', async () => {
      const sheet =
        '<row r="5"><c r="D5"><v>4</v></c><c r="B5"><v>2</v></c></row><row r="5"><c r="A5"><v>1</v></c></row>' +
        '<row r="5"><c r="F5"><v>6</v></c></row><row><c><v>7</v></c></row>';
      expect(await read(sheet)).toEqual([['1', '2', '', '4', '', '6'], ['7']]);
    });

    it('may have elements without a filled cell among them', async () => {
      const sheet =
        '<row r="1"><c r="A1" t="str"><v/></c></row><row r="1"><c r="B1"><v>2</v></c></row><row r="1"/>' +
        '<row r="1"><c r="C1" s="1"/></row><row r="1"><c r="D1"><v>4</v></c></row><row r="2"><c r="A2"/></row>';
      expect(await read(sheet)).toEqual([['', '2', '', '4']]);
    });

    it('may have a cell twice if both are equal, or one is empty', async () => {
      const sheet =
        '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>1</v></c></row><row r="1"><c r="A1"/></row><row r="1"><c r="A1"><v>1</v></c></row>';
      expect(await read(sheet)).toEqual([['1']]);
    });

    it.each([
      ['in one element', '<row r="7"><c r="B7"><v>1</v></c><c r="B7"><v>2</v></c></row>'],
      ['in two', '<row r="7"><c r="B7"><v>1</v></c></row><row r="7"><c r="B7"><v>2</v></c></row>'],
      [
        'the second an empty text',
        '<row r="7"><c r="B7"><v>1</v></c></row><row r="7"><c r="B7" t="s"><v>0</v></c></row>',
      ],
      ['without addresses', '<row r="7"><c/><c><v>1</v></c></row><row r="7"><c/><c><v>2</v></c></row>'],
    ])('is refused when a cell of it has two values: %s', async (__, sheet) => {
      expect(await refusalOf(read(sheet))).toEqual({
        code: 'malformed_file',
        hint: expect.stringContaining('two different values in row 7, column 2'),
      });
    });

    it.each([
      [
        'behind a later row',
        '<row r="1"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row><row r="1"><c r="B1"><v>1</v></c></row>',
      ],
      [
        'behind a row without a number',
        '<row r="1"><c><v>1</v></c></row><row><c><v>2</v></c></row><row r="1"><c r="B1"><v>1</v></c></row>',
      ],
      [
        'whose number is not written',
        '<row r="2"><c r="A2"><v>1</v></c></row><row r="1"/><row><c r="B2"><v>1</v></c></row>',
      ],
    ])('is refused when an element of it stands %s', async (__, sheet) => {
      expect(await refusalOf(read(sheet))).toEqual({
        code: 'malformed_file',
        hint: expect.stringMatching(/has row \d behind row \d in a sheet/),
      });
    });

    it('counts as one row against the limit of a sheet, and as one against those of a row', async () => {
      const cells = (row: number) =>
        [...'ABCDEFGHIJKL']
          .map((letter) => `<row r="${row}"><c r="${letter}${row}"><v>1</v></c></row>`)
          .join('');
      const sheet = Array.from({ length: 2_000 }, (__, row) => cells(row + 1)).join('');
      expect(await read(sheet)).toEqual(Array.from({ length: 2_000 }, () => Array(12).fill('1')));
      expect((await refusalOf(read(cells(1), { maxColumns: 11 }))).code).toBe('too_many_columns');
      expect((await refusalOf(read(cells(1), { maxRowChars: 11 }))).code).toBe('cell_too_large');
    });
  });

  describe('a row that continues behind a blank one', () => {
    it.each([1, 197, 199, 201, 203, 205, 399, 401, 403])('is one row: row %i', async (divided) => {
      const cellsOf = (number: number) => [`a "${number}"`, 'ü', ...(number === divided ? ['x'] : [])];
      const rows = Array.from({ length: 202 }, (_, index) => cellsOf(2 * index + 1));
      const sheet = rows.map(([first], index) => {
        const number = 2 * index + 1;
        const start =
          `<row r="${number}"><c r="A${number}" t="str"><v>${first}</v></c>` +
          `<c r="B${number}" t="s"><v>0</v></c></row><row r="${number + 1}"><c/></row>`;
        const more = `<row r="${number}"><c r="C${number}" t="str"><v>x</v></c></row>`;
        return number === divided ? start + more : start;
      });
      const sharedStrings = '<si><t>ü</t></si>';
      expect(await readRows('list.xlsx', workbookOf({ sheets: [sheet.join('')], sharedStrings }))).toEqual(
        rows,
      );
    });
  });

  describe('a sheet with a row element for each cell', () => {
    it.each([
      ['in the usual form', '<row r="1000001"/>'],
      ['in another form', '<row  r="1000001"></row>'],
    ])(
      'may have more elements than a sheet has rows, of which four empty ones count as one: %s',
      async (_, element) => {
        // A sheet has 1,048,576 rows at most.
        const before = `<row r="1"><c><v>1</v></c></row>${'<row/>'.repeat(1_000_000)}`;
        const read = (elements: number) =>
          readSheet(before + element.repeat(elements), {
            maxCompressionRatio: 2_000,
            maxBlankXmlBytes: 200e6,
          });
        expect(await read(194_000)).toEqual([['1']]);
        expect((await refusalOf(read(194_500))).hint).toContain('has more rows in a sheet than the');
      },
    );

    it('has the rows that its cells make, however they are put into elements', async () => {
      const value = fc.constantFrom('<v>1</v>', '<v/>', '', '<f>1</f><v>2</v>', '<v>3</v>');
      const table = fc.array(fc.uniqueArray(fc.tuple(fc.nat(8), value), { selector: ([column]) => column }), {
        maxLength: 12,
      });
      const cuts = fc.infiniteStream(fc.constantFrom('', '', '{cut}', '{cut}{blank}', '{cut}{blanks}'));
      await fc.assert(
        fc.asyncProperty(table, cuts, async (rows, cut) => {
          const sheets = rows.map((cells, index) => {
            const number = index * 2 + 1;
            const start = `<row r="${number}">`;
            const xml = cells.map(
              ([column, content]) =>
                `<c r="${String.fromCharCode(65 + column)}${number}">${content}</c>${cut.next().value}`,
            );
            const whole = `${start}${xml.join('')}</row>`;
            return {
              whole: whole.replaceAll(/\{.*?\}/g, ''),
              divided: whole
                .replaceAll('{blank}', `<c/></row>${start}`)
                .replaceAll('{blanks}', `</row>${`<row r="${number}"/>`.repeat(1_000)}${start}`)
                .replaceAll('{cut}', `</row>${start}`),
            };
          });
          const whole = await readSheet(sheets.map((row) => row.whole).join(''));
          const divided = sheets.map((row) => row.divided).join('');
          expect(await readSheet(divided)).toEqual(whole);
          expect(await readSheet(forParser(divided))).toEqual(whole);
        }),
        { numRuns: propertyRuns(12) },
      );
    });
  });
});
