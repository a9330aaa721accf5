import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../property-runs.fixture.js';
import { type ReadOptions, readRows, refusalOf } from '../../upload.fixture.js';
import { workbookOf } from '../workbook.fixture.js';

const readSheet = (sheet: string, limits: ReadOptions['limits'] = {}) =>
  readRows('list.xlsx', workbookOf({ sheets: [sheet], sharedStrings: '<si><t/></si>' }), { limits });

/** The same XML to the parser, and nothing that is read without it. */
const forParser = (sheet: string) => sheet.replaceAll('<row', '<row ').replaceAll(/<row {2}/g, '<row a="1" ');

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

  it('may have a cell twice if it says the same, or nothing', async () => {
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

describe('a row that goes on behind a blank one', () => {
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
