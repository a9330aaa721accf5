import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../property-runs.fixture.js';
import { readRows, refusalOf } from '../../upload.fixture.js';
import { workbookOf } from '../workbook.fixture.js';
import { blankRowsAt } from './sheet-reader.js';

describe('blankRowsAt', () => {
  it.each([
    ['without anything', '<row/>'],
    ['with formats alone', '<row r="7" spans="1:3" ht="12.8" customHeight="1" x14ac:dyDescent="0.25"/>'],
    ['with empty cells', '<row r="7"><c r="A7" s="1"/><c r="B7" s="1" t="n" /></row>'],
    ['with empty values', '<row r="7"><c r="A7"><v></v></c><c><v/></c><c></c></row>'],
    ['with line ends', '<row r="7">\n  <c r="A7"/>\n</row>\n'],
    ['with what may stand in a value', `<row a=">" b='"/>'><c r="A7" s=">"/></row>`],
    ['with prefixes', '<x:row r="7"><x:c r="A7"/><x:c><x:v/></x:c></x:row>'],
  ])('goes over rows %s', (_, row) => {
    const end = row.length * 3;
    expect(blankRowsAt(`${row.repeat(3)}<row><c><v>1</v></c></row>`, 0)).toMatchObject({ end, count: 3 });
  });

  it('tells the last number', () => {
    expect(blankRowsAt('x<row r="7"/><row r="9" s="1"></row>y', 1)).toEqual({
      end: 36,
      count: 2,
      lastNumber: '9',
    });
    expect(blankRowsAt("<row s='1' r='9'/>", 0).lastNumber).toBe('9');
    expect(blankRowsAt(`<row a=" r='8'" b='/>' r = "9" />`, 0).lastNumber).toBe('9');
    expect(blankRowsAt('<row a=" r=8"/>', 0).lastNumber).toBeUndefined();
  });

  it.each([
    ['a value', '<row><c/><c><v>1</v></c></row>'],
    ['a text', '<row><c t="inlineStr"><is><t>1</t></is></c></row>'],
    ['a CDATA section', '<row><c><v><![CDATA[1]]></v></c></row>'],
    ['a formula', '<row><c><f>A1</f></c></row>'],
    ['a blank', '<row><c><v> </v></c></row>'],
    ['what is not XML', '<row></c></row>'],
    ['no end', '<row r="1"><c/><c'],
    ['what looks like its end in a value', '<row a="/>" r="1"><c><v>1</v></c></row>'],
    ['what looks like a cell in a value', `<row a="><c/></row>"><c><v>1</v></c></row>`],
    ['an escape in a value', '<row r="&#55;"/>'],
    ['an open value', '<row a="/>'],
    ['other elements', '<rowBreaks count="1"/>'],
    ['no beginning', '<c/></row>'],
  ])('stops at a row with %s', (_, xml) => {
    expect(blankRowsAt(`<row/>${xml}`, 0)).toMatchObject({ end: 6, count: 1 });
    expect(blankRowsAt(xml, 0)).toEqual({ end: 0, count: 0, lastNumber: undefined });
  });
});

describe('a sheet with rows that are formatted and empty', () => {
  it('is read with 450,000 of them behind its rows', async () => {
    const rows = Array.from({ length: 450_000 }, (_, n) =>
      n < 10
        ? `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c></row>`
        : `<row r="${n + 1}"><c r="A${n + 1}" s="1"/></row>`,
    );
    const bytes = workbookOf({ sheets: [rows.join('')] });
    expect(await readRows('list.xlsx', bytes)).toEqual(Array.from({ length: 10 }, (_, n) => [`${n}`]));
  });

  it('is read with many of them on lines of their own', async () => {
    const row = (n: number, cell: string) => `  <row r="${n}">\n    <c r="A${n}" s="1"${cell}\n  </row>\n`;
    const rows = Array.from({ length: 60_000 }, (_, n) => row(n + 1, n < 10 ? `><v>${n}</v></c>` : '/>'));
    const limits = { maxBlankXmlBytes: 400_000 };
    const bytes = workbookOf({ sheets: [`\n${rows.join('')}`] });
    expect(await readRows('list.xlsx', bytes, { limits })).toHaveLength(10);
  });

  it('is refused where so few of them stand together that nothing is saved', async () => {
    const limits = { maxBlankXmlBytes: 300_000, maxCompressionRatio: 2_000 };
    const read = (xml: string) => readRows('list.xlsx', workbookOf({ sheets: [xml] }), { limits });
    const filled = '<row><c><v>1</v></c></row>';
    expect(await read(filled + '<row/>'.repeat(100_000))).toEqual([['1']]);
    const { code, hint } = await refusalOf(read(filled + '<row/><a/>'.repeat(12_000)));
    expect(code).toBe('malformed_file');
    expect(hint).toContain('bytes of XML in a row without a filled cell');
  });

  it('has every other row, wherever they stand', async () => {
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

  it('tells the place of what is wrong behind them', async () => {
    const blank = Array.from({ length: 9_000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" s="1"/></row>`);
    const hint = async (xml: string) =>
      (await refusalOf(readRows('list.xlsx', workbookOf({ sheets: [blank.join('') + xml] })))).hint;
    expect(await hint('<row><c t="s"><v>7</v></c></row>')).toContain('(row 9001, column 1)');
    const place = Number(/at character (\d+)/.exec((await hint('<row></c></row>')) ?? '')?.[1]);
    expect(place).toBeGreaterThan(blank.join('').length);
  });
});
