import { describe, expect, it } from 'vitest';
import { type ReadOptions, readRows, refusalOf } from '../upload.fixture.js';
import { workbookFiles, workbookOf } from './workbook.fixture.js';
import { type ZipFile, zipOf } from './zip.fixture.js';

const FILES = workbookFiles({ sheets: ['<row><c><v>1</v></c></row>'] });
const SHEET = 'xl/worksheets/sheet0.xml';

const refusal = (bytes: Uint8Array, limits: ReadOptions['limits'] = {}) =>
  refusalOf(readRows('list.xlsx', bytes, { limits }));

/** The workbook with wrong declarations about its sheet. */
const declaring = (declared: ZipFile['declared'] & object) =>
  zipOf(FILES.map((file) => (file.name === SHEET ? { ...file, declared } : file)));

describe('refusing an .xlsx file', () => {
  it.each([
    [
      'a workbook without its sheet',
      zipOf(FILES.filter(({ name }) => name !== SHEET)),
      `lacks its part ${SHEET}`,
    ],
    [
      'a sheet that is there twice',
      zipOf([...FILES, { name: SHEET.toUpperCase(), data: '' }]),
      'two files named',
    ],
    ['an encrypted sheet', declaring({ flags: 1 }), 'encrypted'],
    ['a sheet packed otherwise', declaring({ method: 12 }), 'a method that is not supported (12)'],
    ['a wrong checksum', declaring({ crc: 1 }), 'checksum'],
    ['a sheet larger than declared', declaring({ uncompressedSize: 20 }), 'larger than it declares'],
    ['a sheet smaller than declared', declaring({ uncompressedSize: 5_000 }), 'checksum'],
    ['files that overlap', declaring({ offset: 0 }), 'overlap'],
    [
      'a sheet that has another name before it',
      declaring({ localName: SHEET.toUpperCase() }),
      'has two names for its part',
    ],
    ['names that lead out of the zip', zipOf([...FILES, { name: '../../evil', data: '' }]), 'damaged'],
  ])('says what was found: %s', async (_, bytes, found) => {
    const { code, hint } = await refusal(bytes);
    expect(code).toBe('malformed_file');
    expect(hint).toContain(found);
  });

  it('refuses to take another sheet for one that it cannot find', async () => {
    const row = '<row><c><v>1</v></c></row>';
    const files = workbookFiles({ sheets: [row, row, row], states: ['hidden'], names: ['A', 'B', 'C'] });
    const lost = (id: string) =>
      zipOf(
        files.map(({ name, data }) => ({ name, data: data.toString().replace(`Id="${id}"`, 'Id="other"') })),
      );
    expect((await refusal(lost('rId1'))).hint).toContain('does not say where its sheet B is');
    for (const id of ['rId0', 'rId2']) expect(await readRows('list.xlsx', lost(id))).toEqual([['1']]);
  });

  it('skips tabs without a sheet behind them, as long as there is another tab', async () => {
    const row = '<row><c><v>1</v></c></row>';
    const read = (tabs: readonly string[], states: string[] = []) => {
      const files = workbookFiles({ sheets: [row, row], states, names: ['Module1', 'B'] });
      const changed = (xml: string) =>
        xml.replaceAll(/ r:id="rId(\d)"/g, (_, tab) => tabs[Number(tab)] ?? '');
      return readRows(
        'list.xlsx',
        zipOf(files.map(({ name, data }) => ({ name, data: changed(data.toString()) }))),
      );
    };
    expect(await read([' r:id=""', ' r:id="rId1"'])).toEqual([['1']]);
    expect(await read([' r:id=""', ' r:id="rId1"'], ['veryHidden'])).toEqual([['1']]);
    for (const tabs of [
      ['', ' r:id="rId1"'],
      [' r:id="rId9"', ' r:id="rId1"'],
      [' r:id=""', ' r:id=""'],
    ]) {
      expect((await refusalOf(read(tabs))).hint).toContain('does not say where its sheet Module1 is');
    }
    expect((await refusalOf(read([' r:id=""', ' r:id="rId9"']))).hint).toContain('where its sheet B is');
    expect((await refusalOf(read([' r:id=""', ' r:id="rId1"'], ['visible', 'hidden']))).hint).toContain(
      'where its sheet Module1 is',
    );
  });

  it('refuses a workbook that is cut off, wherever that is', async () => {
    const whole = workbookOf({ sheets: ['<row><c><v>1</v></c></row>'] });
    for (let length = 4; length < whole.length; length += 37) {
      expect((await refusal(whole.subarray(0, length))).code).toBe('malformed_file');
    }
  });

  it('refuses a workbook whose packed data is damaged', async () => {
    const rows = Array.from({ length: 500 }, (_, row) => `<row><c><v>${row * 7919}</v></c></row>`);
    const bytes = workbookOf({ sheets: [rows.join('')] });
    const start = bytes.indexOf(SHEET) + SHEET.length;
    bytes.fill(0xff, start + 500, start + 600);
    expect((await refusal(bytes)).code).toBe('malformed_file');
  });

  it('refuses a sheet that unpacks to far more than real ones do', async () => {
    const bomb = workbookOf({ sheets: ['<row/>'.repeat(10_000_000)] });
    expect(bomb.length).toBeLessThan(120_000);
    const { code, hint } = await refusal(bomb);
    expect(code).toBe('malformed_file');
    expect(hint).toContain('times its size');
  });

  it.each([
    ['numbers', `<row>${'<c><v>1</v></c>'.repeat(500)}</row>`],
    ['comments', `<row><c><v>1</v></c></row>${'<!--x-->'.repeat(400)}`],
    [
      'attributes',
      `<row${' a="1"'.repeat(300)}><c><v>1</v></c></row>`.replace(/ a=/g, (a, at) =>
        a.replace('a', `a${at}`),
      ),
    ],
    ['entities', `<row><c t="str"><v>${'&lt;'.repeat(500)}</v></c></row>`],
  ])('refuses a sheet of 15 MB in which nothing but %s repeats itself', async (_, piece) => {
    const bytes = workbookOf({ sheets: [piece.repeat(15e6 / piece.length)] });
    const { code, hint } = await refusal(bytes, { maxBlankXmlBytes: 2e6 });
    expect(code).toBe('malformed_file');
    expect(hint).toMatch(/unpacks to \d{3} times its size/);
  });

  it('reads a sheet of long, nearly equal formulas that unpacks to a hundred times its size', async () => {
    const formula = (row: number) =>
      `IF(ISNA(VLOOKUP(A${row},Sheet2!$A$1:$Z$9999,2,FALSE)),"",${'VLOOKUP($A$1,Sheet2!$A$1:$Z$9999,3,FALSE)&amp;'.repeat(100)}A${row})`;
    const row = (n: number) =>
      `<row r="${n}"><c r="B${n}" t="str"><f>${formula(n)}</f><v>+4179${n}</v></c></row>`;
    const sheet = Array.from({ length: 3_000 }, (_, n) => row(n + 1)).join('');
    const bytes = workbookOf({ sheets: [sheet] });
    expect(sheet.length / bytes.length).toBeGreaterThan(100);
    const limits = { maxBlankXmlBytes: 4e6 };
    // More than the ratio of 50 allows.
    expect(sheet.length).toBeGreaterThan(limits.maxBlankXmlBytes + 50 * bytes.length);
    expect(await readRows('list.xlsx', bytes, { limits })).toHaveLength(3_000);
  });

  it('refuses a bomb that declares a small size once it exceeds that', async () => {
    const files = workbookFiles({ sheets: [' '.repeat(20_000_000)] });
    const bomb = zipOf(
      files.map((file) => (file.name === SHEET ? { ...file, declared: { uncompressedSize: 1_000 } } : file)),
    );
    expect((await refusal(bomb)).hint).toContain('larger than it declares');
  });

  it.each([
    ['as many parts', 3_000],
    ['one part', 1],
  ])('refuses more tabs than can be looked into: of %s', async (_, parts) => {
    const files = workbookFiles({ sheets: Array.from({ length: 3_000 }, () => '') });
    const link = ({ name, data }: ZipFile) => ({
      name,
      data: data.toString().replace(/sheet(\d+)\.xml/g, (__, sheet) => `sheet${Number(sheet) % parts}.xml`),
    });
    const { code, hint } = await refusal(zipOf(files.map(link)));
    expect(code).toBe('malformed_file');
    expect(hint).toContain('without a filled cell');
  });

  it.each([
    ['more files than allowed', FILES, { maxZipEntries: 3 }, 'malformed_file'],
    ['more bytes unpacked than allowed', FILES, { maxUnpackedBytes: 500 }, 'file_too_large'],
    ['more bytes than allowed', FILES, { maxFileBytes: 300 }, 'file_too_large'],
    [
      'more shared strings than allowed',
      workbookFiles({ sheets: [''], sharedStrings: '<si><t>x</t></si>'.repeat(50_000) }),
      { maxSharedTextBytes: 100_000 },
      'file_too_large',
    ],
    [
      'more styles than any workbook has',
      workbookFiles({ sheets: [''], styles: `<cellXfs>${'<xf numFmtId="1"/>'.repeat(70_000)}</cellXfs>` }),
      {},
      'malformed_file',
    ],
  ])('bounds %s', async (_, files, limits, code) => {
    expect((await refusal(zipOf(files), limits)).code).toBe(code);
  });
});
