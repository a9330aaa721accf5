import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../property-runs.fixture.js';
import type { Row } from '../../row.js';
import { readRows, refusalOf } from '../../upload.fixture.js';
import { workbookOf } from '../workbook.fixture.js';

/** A sheet of one cell for each of so many shared strings. */
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

  it('are those that the parser finds, whatever stands between them and wherever the pieces end', async () => {
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
        // A space more is the same to the parser, and to nothing else.
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

  it('are refused where they are no XML, with the place', async () => {
    const items = '<si><t>1</t></si>'.repeat(1_000);
    const { code, hint } = await refusalOf(readStrings(1, `${items}<si></t></si>`));
    expect(code).toBe('malformed_file');
    const place = Number(/at character (\d+)/.exec(hint ?? '')?.[1]);
    expect(place).toBeGreaterThan(items.length);
    expect(place).toBeLessThan(items.length + 200);
  });
});
