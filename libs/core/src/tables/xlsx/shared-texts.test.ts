import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../property-runs.fixture.js';
import type { Row } from '../table-block.js';
import { DEFAULT_TABLE_LIMITS } from '../table-limits.js';
import { readRows, refusalOf } from '../upload.fixture.js';
import { TempFile } from './package/temp-file.js';
import { SharedTexts } from './shared-texts.js';
import { workbookOf } from './workbook.fixture.js';

let file: TempFile;
beforeEach(async () => {
  file = await TempFile.create(tmpdir());
});
afterEach(() => file.close());

const textOf = (index: number) => (index % 1_000 === 7 ? '' : `Größe ${index} ${'漢😀'.repeat(index % 50)}`);

describe('SharedTexts', () => {
  it('gives back every text in any order, those of the temporary file too', async () => {
    await file.append(Buffer.from('what is in the file already'));
    const texts = new SharedTexts(file, DEFAULT_TABLE_LIMITS);
    const count = 120_000;
    for (let index = 0; index < count; index += 1) {
      texts.add(textOf(index));
      if (index % 1_000 === 0) await texts.flush();
    }
    await texts.flush();
    expect(file.size).toBeGreaterThan(10_000_000);
    for (let index = 0; index < count; index += 1) {
      if (texts.get(index) !== textOf(index)) expect(texts.get(index)).toBe(textOf(index));
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: count - 1 }), (index) => {
        expect(texts.get(index)).toBe(textOf(index));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('keeps few texts out of the file', async () => {
    const texts = new SharedTexts(file, DEFAULT_TABLE_LIMITS);
    texts.add('a');
    texts.add('');
    await texts.flush();
    expect(file.size).toBe(0);
    expect([texts.get(0), texts.get(1)]).toEqual(['a', '']);
  });

  it.each([-1, 1, 0.5, Number.NaN, 70_000])('has no text of the index %d', (index) => {
    const texts = new SharedTexts(file, DEFAULT_TABLE_LIMITS);
    texts.add('a');
    expect(texts.get(index)).toBeUndefined();
  });

  it('bounds empty texts too', () => {
    const texts = new SharedTexts(file, { ...DEFAULT_TABLE_LIMITS, maxSharedTextBytes: 160 });
    const addMany = () => {
      for (let count = 0; count < 20; count += 1) texts.add('');
    };
    expect(addMany).toThrow('file_too_large');
  });
});

/** A sheet with one cell for each of `count` shared strings. */
const sheetOf = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<row><c t="s"><v>${n}</v></c></row>`).join('');
const readStrings = (count: number, sharedStrings: string): Promise<Row[]> =>
  readRows('list.xlsx', workbookOf({ sheets: [sheetOf(count)], sharedStrings }));

describe('shared strings', () => {
  it.each([
    ['as they stand', '<t>Übersee 😀</t>', 'Übersee 😀'],
    ['with the spaces around them', '<t xml:space="preserve"> a </t>', ' a '],
    ['with escapes', '<t>a_x000D_b_x005F_x0041_</t>', 'a\rb_x0041_'],
    ['with entities', '<t>a&amp;b</t>', 'a&b'],
    ['with line ends', '<t>a\nb\r\nc</t>', 'a\nb\nc'],
    ['with CDATA sections', '<t><![CDATA[<si><t>a</t></si>]]></t>', '<si><t>a</t></si>'],
    ['of several runs', '<r><t>a</t></r><r><rPr><b/></rPr><t>b</t></r>', 'ab'],
    ['without what stands above them', '<t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh>', '東京'],
  ])('are read %s', async (_, item, text) => {
    const items = `<si><t>1</t></si><si>${item}</si><si><t>2</t></si>`;
    expect(await readStrings(3, items)).toEqual([['1'], [text], ['2']]);
  });

  it('are those that the parser finds, whatever is between them and wherever the pieces end', async () => {
    const item = fc.constantFrom(
      '<si><t>a</t></si>',
      '<si><t xml:space="preserve"> b</t></si>',
      '<si><t>c&lt;</t></si>',
      '<si><r><t>d</t></r></si>',
      '<si><t><![CDATA[<si><t>e</t></si>]]></t></si>',
      '<si><t>one</t>\n<si><t>in another</t></si></si>',
      `<si><t>${'f'.repeat(30_000)}</t></si>`,
    );
    const other = fc.constantFrom(
      '\n',
      '<!--<si><t>g</t></si>-->',
      '<!-- --><si><t>h</t></si>',
      '<?x <si><t>i</t></si>?>',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(item, other), { maxLength: 40 }), async (items) => {
        const written = items.join('');
        // With a further space, only the parser reads a string.
        const forParser = written.replaceAll('<si>', '<si >');
        const count = [...written.replaceAll(/<!--.*?-->|<\?.*?\?>|<!\[CDATA.*?]]>/g, '').matchAll(/<si>/g)]
          .length;
        const parsed = await readStrings(count, forParser);
        expect(parsed).toHaveLength(count);
        expect(await readStrings(count, written)).toEqual(
          parsed.map(([text = '']) => [text.replaceAll('<si >', '<si>')]),
        );
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it('are refused with the position if they are not XML', async () => {
    const items = '<si><t>1</t></si>'.repeat(1_000);
    const { code, hint } = await refusalOf(readStrings(1, `${items}<si></t></si>`));
    expect(code).toBe('malformed_file');
    const place = Number(/at character (\d+)/.exec(hint ?? '')?.[1]);
    expect(place).toBeGreaterThan(items.length);
    expect(place).toBeLessThan(items.length + 200);
  });
});
