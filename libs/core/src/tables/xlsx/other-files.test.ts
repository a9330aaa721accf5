import { describe, expect, it } from 'vitest';
import { readRows, refusalOf } from '../upload.fixture.js';
import { workbookFiles, workbookOf } from './workbook.fixture.js';
import { type ZipFile, zipOf } from './zip.fixture.js';

const refusal = (bytes: Uint8Array | string, fileName = 'list.xlsx') => refusalOf(readRows(fileName, bytes));

const FILES = workbookFiles({ sheets: ['<row><c><v>1</v></c></row>'] });

/** The workbook with a list of types that declares this type. */
function typed(type: string): Buffer {
  const data = `<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`;
  return zipOf([{ name: '[Content_Types].xml', data }, ...FILES]);
}

/** The beginning of a compound file, and a stream's name where its directory might be. */
function compound(stream: string): Buffer {
  const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  return Buffer.concat([magic, Buffer.alloc(70_000), Buffer.from(stream, 'utf16le'), Buffer.alloc(600)]);
}

const zipped = (...names: string[]) => zipOf(names.map((name): ZipFile => ({ name, data: '<a/>' })));

const HTML =
  '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>+1415</td></tr></table></html>';
const XML_2003 =
  '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>';

describe('a file that is named .xlsx', () => {
  it('is empty when it has no bytes', async () => {
    expect(await refusal('')).toEqual({ code: 'empty_file', hint: 'the file has no bytes' });
  });

  it.each([
    ['a zip of nothing', zipOf([]), 'a zip archive without a workbook'],
    ['the beginning of a zip', Buffer.from('PK'), 'its content is no workbook'],
    ['some zip', zipped('a.txt'), 'a zip archive without a workbook'],
    ['a zip of a table', zipped('folder/people.csv'), 'a zip archive with folder/people.csv in it'],
    ['a zip of a workbook', zipOf([{ name: 'list.xlsx', data: zipOf(FILES) }]), 'with list.xlsx in it'],
    ['a Word document', zipped('word/document.xml'), 'a Word document'],
    ['a presentation', zipped('ppt/presentation.xml'), 'a PowerPoint presentation'],
    ['a Java archive', zipped('META-INF/MANIFEST.MF'), 'a Java archive'],
    ['an OpenDocument file', zipped('mimetype', 'content.xml'), 'an OpenDocument file (.ods, .odt)'],
    ['a binary workbook', zipped('xl/workbook.bin'), 'a binary workbook (.xlsb)'],
    ['a Numbers document', zipped('Index/Document.iwa'), 'a Numbers'],
    ['a workbook with macros', zipOf([...FILES, { name: 'xl/vbaProject.bin', data: '' }]), 'macros (.xlsm)'],
    [
      'an .xls workbook',
      compound('Workbook'),
      'an old Office file, such as an .xls workbook, or a file protected',
    ],
    ['an old Word document', compound('WordDocument'), 'if it is a workbook, save it as .xlsx'],
    ['an encrypted workbook', compound('EncryptedPackage'), 'protected by a password or a sensitivity label'],
    ['one that Excel opens unasked', compound('EncryptedPackage'), 'also if it opens without a password'],
    ['text', 'name,phone\n', 'text: name it .csv'],
    ['text in UTF-16', Buffer.from('\ufeffname,phone\n', 'utf16le'), 'text: name it .csv'],
    ['bytes', Buffer.from([1, 2, 3, 0, 4]), 'its content is no workbook'],
    ['a web page', HTML, 'its content is a web page: if there is a table in it, open it'],
    ['a web page with a mark', `\ufeff\r\n<!DOCTYPE html>${HTML}`, 'a web page'],
    ['a web page in UTF-16', Buffer.from(`\ufeff${HTML}`, 'utf16le'), 'a web page'],
    ['a web page that is XML', `<?xml version="1.0"?>${HTML}`, 'a web page'],
    ['XML of Excel 2003', XML_2003, 'an XML spreadsheet of Excel 2003'],
    ['other XML', '<?xml version="1.0"?><people/>', 'its content is XML'],
    ['a PDF document', '%PDF-1.7\n', 'a PDF document'],
    ['a rich text', '{\\rtf1 a}', 'a text document (.rtf)'],
    ['a compressed file', Buffer.from([0x1f, 0x8b, 8, 0]), '(.gz, .7z, .rar): unpack it'],
  ])('is refused by what it is: %s', async (_, bytes, found) => {
    const { code, hint } = await refusal(bytes);
    expect(code).toBe('malformed_file');
    expect(hint).toContain('the file is named .xlsx but');
    expect(hint).toContain(found);
  });

  it('is read when its type is that of a workbook or template, also of one that had macros', async () => {
    const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';
    expect(await readRows('list.xlsx', typed(`${types}sheet.main+xml`))).toEqual([['1']]);
    expect(await readRows('list.xlsx', typed(`${types}template.main+xml`))).toEqual([['1']]);
    const macros = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
    expect(await readRows('list.xlsx', typed(macros))).toEqual([['1']]);
  });
});

describe('a file that is named .csv', () => {
  it.each([
    ['a workbook', workbookOf({ sheets: [''] }), 'a zip archive, as .xlsx workbooks are: name it .xlsx'],
    ['an .xls workbook', compound('Workbook'), 'an old Office file, such as an .xls workbook'],
    ['a web page', HTML, 'a web page'],
    ['XML of Excel 2003', XML_2003, 'an XML spreadsheet of Excel 2003'],
    ['a PDF document', '%PDF-1.7\n', 'a PDF document'],
  ])('is refused by what it is: %s', async (_, bytes, found) => {
    const { code, hint } = await refusal(bytes, 'list.csv');
    expect(code).toBe('malformed_file');
    expect(hint).toContain(`the file is named .csv but its content is ${found}`);
  });
});

describe('a file of another name', () => {
  it.each(['a.xls', 'a.xlsm', 'a.xlsb', 'a.xltx', 'a.ods', 'a.tsv', 'a.txt', 'a.zip', 'a.xlsx.exe', 'xlsx'])(
    'is refused by it, whatever it holds: %s',
    async (fileName) => {
      expect((await refusal(zipOf(FILES), fileName)).code).toBe('unsupported_file_type');
    },
  );

  it.each([
    ['a.xls', 'it ends in .xls: save it as one of the two'],
    ['a.TSV', 'it ends in .TSV: name it .csv if it is a table'],
    ['people', 'it has no such ending: add the one that it is'],
  ])('is refused with what to do: %s', async (fileName, advice) => {
    expect((await refusal('name,phone\n', fileName)).hint).toContain(advice);
  });
});
