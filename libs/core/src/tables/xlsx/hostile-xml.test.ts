import { describe, expect, it } from 'vitest';
import { type ReadOptions, readRows, refusalOf } from '../upload.fixture.js';
import { workbookFiles, workbookOf } from './workbook.fixture.js';
import { zipOf } from './zip.fixture.js';

const SHEET = 'xl/worksheets/sheet0.xml';
const CELL = '<row><c t="s"><v>0</v></c></row>';
const FILES = workbookFiles({ sheets: [CELL], sharedStrings: '<si><t>a</t></si>', styles: '<cellXfs/>' });

/** The workbook with the text of a part changed. */
const changed = (part: string, change: (xml: string) => string | Buffer) =>
  zipOf(FILES.map(({ name, data }) => ({ name, data: name === part ? change(data.toString()) : data })));

const refusal = (bytes: Uint8Array, limits: ReadOptions['limits'] = {}) =>
  refusalOf(readRows('list.xlsx', bytes, { limits }));

const refusalOfSheet = (rows: string, limits: ReadOptions['limits'] = {}) =>
  refusal(workbookOf({ sheets: [rows] }), limits);

/** Limits for XML that repeats itself, and so compresses as a bomb does. */
const FEW_BLANK = { maxBlankXmlBytes: 300_000, maxCompressionRatio: 2_000 };

const LAUGHS = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

describe('the XML of a workbook', () => {
  it.each(FILES.map(({ name }) => name))('is refused with a document type: %s', async (part) => {
    for (const inside of [`[<!ENTITY l0 "ha">${LAUGHS}]`, 'SYSTEM "file:///etc/hostname"', '']) {
      const bytes = changed(part, (xml) => xml.replace(/^(<\?xml.*?\?>)?/, `$1<!DOCTYPE a ${inside}>`));
      const { code, hint } = await refusal(bytes);
      expect(code).toBe('malformed_file');
      expect(hint).toContain('document type');
    }
  });

  it('is read in UTF-8 and UTF-16 and refused in other encodings', async () => {
    const read = (bytes: Buffer) => readRows('list.xlsx', bytes);
    const part = 'xl/sharedStrings.xml';
    const swapped = (xml: string) => Buffer.from(xml, 'utf16le').swap16();
    const text = (xml: string) => xml.replace('>a<', '>漢😀é<');
    for (const bytes of [
      changed(part, text),
      changed(part, (xml) => `\ufeff${text(xml)}`),
      changed(part, (xml) =>
        Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${text(xml)}`, 'utf16le'),
      ),
      changed(part, (xml) => Buffer.from(text(xml), 'utf16le')),
      changed(part, (xml) => swapped(`\ufeff${text(xml)}`)),
      changed(part, (xml) => swapped(text(xml))),
    ]) {
      expect(await read(bytes)).toEqual([['漢😀é']]);
    }
    const latin = changed(part, (xml) => `<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`);
    expect((await refusal(latin)).hint).toContain('is in ISO-8859-1, workbooks are in UTF-8 or UTF-16');
    const bytes = changed(part, (xml) => Buffer.from(xml.replace('>a<', '>é<'), 'latin1'));
    expect((await refusal(bytes)).hint).toContain('sharedStrings.xml is damaged');
  });

  it.each([
    ['rows', '<row/>'],
    ['cells', '<row><c r="XFD1" s="1"/></row>'],
    ['values', '<row><c><v></v></c></row>'],
    ['comments', '<!-- x --><row/>'],
    ['attributes', `<row a="${'x'.repeat(1_000)}"/>`],
  ])('is refused when too much of it holds nothing: %s', async (_, xml) => {
    const { code, hint } = await refusalOfSheet(
      `<row r="7"><c><v>1</v></c></row>${xml.repeat(5_500_000 / xml.length)}`,
      FEW_BLANK,
    );
    expect(code).toBe('malformed_file');
    expect(hint).toMatch(/300000 bytes of XML .* without a filled cell \(row \d+\)/);
  });

  it('may have as much blank XML between filled cells as a real sheet', async () => {
    const rows = `<row><c><f>${'A1+'.repeat(300)}1</f><v>1</v></c></row>`.repeat(2_000);
    expect(await readRows('list.xlsx', workbookOf({ sheets: [rows] }), { limits: FEW_BLANK })).toHaveLength(
      2_000,
    );
  });

  it.each([
    ['shared strings', { sharedStrings: '<si/>'.repeat(100_000) }, '(shared string '],
    ['styles', { styles: '<cellXfs>'.padEnd(450_000, '<a/>') }, 'xl/styles.xml'],
  ])('is refused when its %s hold nothing', async (_, parts, place) => {
    const bytes = workbookOf({ sheets: [CELL], ...parts });
    expect((await refusal(bytes, FEW_BLANK)).hint).toContain(place);
  });

  it('is refused if a sheet has more rows than the format allows', async () => {
    const { code, hint } = await refusalOfSheet('<row/>'.repeat(1_048_577));
    expect([code, hint]).toEqual(['malformed_file', expect.stringContaining('1048576')]);
  });

  it('is refused when a sheet has a name without end', async () => {
    const bytes = workbookOf({ sheets: [CELL], names: ['x'.repeat(2_000)] });
    expect((await refusal(bytes)).hint).toContain('name has more than 1024 characters');
  });

  it('is refused when it has more sheets than any program makes', async () => {
    const bytes = changed('xl/workbook.xml', (xml) =>
      xml.replace('<sheets>', `<sheets>${'<sheet name="x" state="hidden" r:id="x"/>'.repeat(10_000)}`),
    );
    expect((await refusal(bytes)).hint).toContain('more than 10000 sheets');
  });

  it('is refused when cells that share a text have too much of it together', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(10);
    const bytes = workbookOf({
      sheets: [`<row>${cells}</row>`.repeat(100)],
      sharedStrings: `<si><t>${'x'.repeat(1_000)}</t></si>`,
    });
    expect(await refusal(bytes, { maxTableChars: 500_000 })).toEqual({
      code: 'file_too_large',
      hint: 'up to row 51, the cells have more than the 500000 characters that are allowed in a file',
    });
  });

  it('is refused when cells that share a text have far more of it than the file holds', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`;
    const bytes = workbookOf({
      sheets: [row.repeat(150)],
      sharedStrings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
    });
    const { code, hint } = await refusal(bytes);
    expect(code).toBe('file_too_large');
    expect(hint).toMatch(/^up to row 1\d\d, the cells have more than the 67\d{6} characters/);
  });

  it('is refused with a short hint, however long its names are', async () => {
    const bytes = changed('xl/_rels/workbook.xml.rels', (xml) => xml.replace('sheet0', 'x'.repeat(100_000)));
    expect((await refusal(bytes)).hint?.length).toBeLessThan(500);
  });

  it('is refused with the position of the fault', async () => {
    const broken = await refusalOfSheet('<row r="12"><c r="C12" t="s"><v>9</v></c></row>');
    expect(broken.hint).toContain('a shared string that is not there (row 12, column 3)');
    const notXml = await refusal(changed(SHEET, (xml) => xml.replace('</c>', '</d>')));
    expect(notXml.hint).toMatch(/sheet0\.xml is not XML at character \d+/);
    const deep = await refusalOfSheet(`<row r="3"><c><is>${'<r>'.repeat(200)}`);
    expect(deep.hint).toContain('nested deeper than 100 elements (row 3)');
    const wide = await refusalOfSheet('<row/><row r="40"><c r="E40"><v>1</v></c></row>', { maxColumns: 4 });
    expect(wide).toMatchObject({ code: 'too_many_columns', hint: expect.stringContaining('row 40') });
    const large = await refusalOfSheet('<row r="9"><c r="B9"><v>12345</v></c></row>', { maxCellChars: 4 });
    expect(large).toMatchObject({ code: 'cell_too_large', hint: expect.stringContaining('row 9, column 2') });
  });
});
