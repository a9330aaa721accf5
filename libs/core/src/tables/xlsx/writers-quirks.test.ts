import { describe, expect, it } from 'vitest';
import { readRows } from '../upload.fixture.js';
import { type WorkbookParts, workbookFiles, workbookOf } from './workbook.fixture.js';
import { type ZipFile, zipOf } from './zip.fixture.js';

const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr"';
const X14AC = 'xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"';
const ABSOLUTE_PATH = `<mc:AlternateContent ${MC}><mc:Choice Requires="x15"><x15ac:absPath url="C:\\people\\"/></mc:Choice></mc:AlternateContent>`;

const read = (files: readonly ZipFile[]) => readRows('list.xlsx', zipOf(files));

const changed = (parts: WorkbookParts, change: (xml: string, name: string) => string) =>
  workbookFiles(parts).map(({ name, data }) => ({ name, data: change(data.toString(), name) }));

describe('a workbook of Excel', () => {
  it('is read with its row heights, default styles and what is for other versions', async () => {
    const files = changed(
      {
        sheets: [
          '<row r="1" spans="1:3" ht="30" customHeight="1" x14ac:dyDescent="0.25"><c r="A1" s="0" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
            '<row r="2" spans="1:3" x14ac:dyDescent="0.25"><c r="A2" t="s"><v>2</v></c><c r="B2" s="0"><v>41791234567</v></c><c r="C2" s="0"/></row>',
        ],
        sharedStrings:
          '<si><t>name</t></si><si><r><t>ph</t></r><r><rPr><b/><sz val="11"/><color theme="1"/></rPr><t xml:space="preserve">one </t></r></si>' +
          '<si><t>課きく　毛こ</t><rPh sb="0" eb="1"><t>カ</t></rPh><rPh sb="4" eb="5"><t>ケ</t></rPh><phoneticPr fontId="1" type="noConversion"/></si>',
      },
      (xml, name) => {
        if (name === 'xl/workbook.xml') return xml.replace('<sheets>', `${ABSOLUTE_PATH}<sheets>`);
        if (!name.includes('worksheets')) return xml;
        return xml
          .replace('<worksheet ', `<worksheet ${MC} ${X14AC} `)
          .replace(
            '</sheetData>',
            '</sheetData><phoneticPr fontId="1"/><mc:AlternateContent><mc:Choice Requires="x14"><controls><control shapeId="1"/></controls></mc:Choice><mc:Fallback/></mc:AlternateContent>' +
              '<extLst><ext><x14:conditionalFormattings><x14:cfRule><xm:f>A1</xm:f></x14:cfRule></x14:conditionalFormattings></ext></extLst>',
          );
      },
    );
    expect(await read(files)).toEqual([
      ['name', 'phone '],
      ['課きく　毛こ', '41791234567'],
    ]);
  });

  it('is read in the strict form of the standard, with dates in ISO 8601', async () => {
    const strict = (xml: string) =>
      xml
        .replaceAll(
          /http:\/\/schemas\.openxmlformats\.org\/(?:spreadsheetml|officeDocument)\/2006\/(\w+)/g,
          'http://purl.oclc.org/ooxml/officeDocument/$1',
        )
        .replace('<workbook ', '<workbook conformance="strict" ');
    const sheets = [
      '<row r="1"><c r="A1" s="1" t="d"><v>2026-11-21T00:00:00.000</v></c><c r="B1" t="s"><v>0</v></c></row>',
    ];
    expect(await read(changed({ sheets, sharedStrings: '<si><t>a</t></si>' }, strict))).toEqual([
      ['2026-11-21', 'a'],
    ]);
  });

  it('is read with shared and array formulas, by their saved results', async () => {
    const rows = await readRows(
      'list.xlsx',
      workbookOf({
        sheets: [
          '<row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1*2</f><v>82</v></c><c r="B1" t="str"><f t="array" ref="B1">"+"&amp;1</f><v>+1</v></c><c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>' +
            '<row r="2"><c r="A2"><f t="shared" si="0"/><v>84</v></c><c r="B2"><f>NOW()</f></c><c r="C2" t="b"><f>TRUE()</f><v>1</v></c></row>',
        ],
      }),
    );
    expect(rows).toEqual([
      ['82', '+1', '#DIV/0!'],
      ['84', '', 'TRUE'],
    ]);
  });

  it('is read with days since 1904 when extensions follow', async () => {
    const parts = {
      sheets: ['<row><c s="0"><v>44885</v></c></row>'],
      styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
      date1904: true,
    };
    const extension =
      '<extLst><ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}" xmlns:x15="urn:x15"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>';
    const files = changed(parts, (xml) => xml.replace('</workbook>', `${extension}</workbook>`));
    expect(await read(files)).toEqual([['2026-11-21']]);
  });

  it('is read with merged headers, links and comments beside the cells', async () => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Contact</t></is></c><c r="B1" s="1"/><c r="C1" t="inlineStr"><is><t>Note</t></is></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><t>tel:+41791234567</t></is></c><c r="B2"><v>1</v></c></row>';
    const files = changed({ sheets: [rows] }, (xml) =>
      xml.replace(
        '</sheetData>',
        '</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells><hyperlinks><hyperlink ref="A2" r:id="rId9" display="other"/></hyperlinks><legacyDrawing r:id="rId8"/>',
      ),
    );
    expect(await read(files)).toEqual([
      ['Contact', '', 'Note'],
      ['tel:+41791234567', '1'],
    ]);
  });

  it('is read without the sheets of charts, dialogs and macros', async () => {
    const row = '<row><c><v>1</v></c></row>';
    const files = changed({ sheets: [row, row, row, '<row><c><v>4</v></c></row>'] }, (xml) =>
      ['chartsheet', 'dialogsheet', 'xlMacrosheet'].reduce(
        (text, type, sheet) =>
          text.replace(`Id="rId${sheet}" Type="`, `Id="rId${sheet}" Type="urn:x/${type}" Was="`),
        xml,
      ),
    );
    expect(await read(files)).toEqual([['4']]);
  });
});

describe('a freedom of the format', () => {
  const PARTS = {
    sheets: ['<row><c t="s"><v>1</v></c></row>'],
    sharedStrings: '<si><t>a</t></si><si><t>b</t></si>',
    styles: '<cellXfs><xf numFmtId="0"/></cellXfs>',
  };
  const files = workbookFiles(PARTS);

  it('allows characters outside of the basic plane, wherever the XML is cut into pieces', async () => {
    const texts = Array.from({ length: 3_000 }, (_, n) => '😀'.repeat(n % 40) + '漢'.repeat(n % 3));
    const sheet = texts.map((text) => `<row><c t="inlineStr"><is><t>x${text}</t></is></c></row>`).join('');
    expect(await readRows('list.xlsx', workbookOf({ sheets: [sheet] }))).toEqual(
      texts.map((text) => [`x${text}`]),
    );
  });

  it('allows any order of parts in the container', async () => {
    expect(await read(files.toReversed())).toEqual([['b']]);
    for (let first = 1; first < files.length; first += 1) {
      expect(await read([...files.slice(first), ...files.slice(0, first)])).toEqual([['b']]);
    }
  });

  it.each([
    ['from the root', '/xl/worksheets/sheet0.xml'],
    ['with steps back', '../xl/./worksheets/sheet0.xml'],
    ['with backslashes', 'worksheets\\sheet0.xml'],
    ['in another case', 'Worksheets/Sheet0.XML'],
  ])('allows the name of a part %s', async (_, target) => {
    expect(await read(changed(PARTS, (xml) => xml.replace('worksheets/sheet0.xml', target)))).toEqual([
      ['b'],
    ]);
  });

  it('allows folders in the container, and no list of the roots', async () => {
    const folders = ['xl/', 'xl/worksheets/'].map((name) => ({ name, data: '' }));
    expect(await read([...folders, ...files.filter(({ name }) => name !== '_rels/.rels')])).toEqual([['b']]);
  });

  it('allows missing row numbers and cell addresses, and missing blank rows', async () => {
    const sheet =
      '<row r="3"><c r="B3"><v>1</v></c><c><v>2</v></c></row><row/><row><c><v>3</v></c><c r="D5"><v>4</v></c></row><row r="90"><c/></row>';
    expect(await readRows('list.xlsx', workbookOf({ sheets: [sheet] }))).toEqual([
      ['', '1', '2'],
      ['3', '', '', '4'],
    ]);
  });
});
