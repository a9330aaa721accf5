/** The type of a file, found by its first bytes. */
export type FileSignature = keyof typeof SIGNATURE_NAMES | 'other';

/** The end of a sentence that begins with 'its content is', with advice where there is some. */
export const SIGNATURE_NAMES = {
  zip: 'a zip archive, as .xlsx workbooks are: name it .xlsx if it is one',
  // Excel encrypts some workbooks with a password of its own ([MS-OFFCRYPTO]), and opens them without asking.
  ole2:
    'an old Office file, such as an .xls workbook, or a file protected by a password or a sensitivity label: ' +
    'if it is a workbook, save it as .xlsx without any protection, also if it opens without a password',
  xml_spreadsheet: 'an XML spreadsheet of Excel 2003: open it in a spreadsheet program and save it as .xlsx',
  xml: 'XML',
  html: 'a web page: if there is a table in it, open it in a spreadsheet program and save it as .xlsx',
  pdf: 'a PDF document',
  rtf: 'a text document (.rtf)',
  packed: 'a compressed archive (.gz, .7z, .rar): unpack it',
  json: 'JSON',
  vcard: 'a list of contacts (.vcf): export it as .csv',
} as const;

const SIGNATURES: readonly (readonly [FileSignature, readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  // A zip without entries.
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['ole2', [0xd0, 0xcf, 0x11, 0xe0]],
  // "%PDF-" and "{\\rtf" in full: a cell may begin with a part of them.
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['rtf', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['packed', [0x1f, 0x8b, 0x08]],
  ['packed', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['packed', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
];

/** The number of bytes by which the type is recognised. */
export const SIGNATURE_BYTES = 1_024;

/** The type of a file that begins with `head`. Fewer bytes than {@link SIGNATURE_BYTES} are the whole file. */
export function fileSignature(head: Buffer): FileSignature {
  const found = SIGNATURES.find(([, bytes]) => head.subarray(0, bytes.length).equals(Buffer.from(bytes)));
  return found === undefined ? textSignature(textOf(head.subarray(0, SIGNATURE_BYTES))) : found[0];
}

function textOf(head: Buffer): string {
  const isBigEndian = head[0] === 0xfe && head[1] === 0xff;
  const isLittleEndian = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0x3c && head[1] === 0);
  const units = Buffer.from(head.subarray(0, head.length - (head.length % 2)));
  const text = isBigEndian
    ? units.swap16().toString('utf16le')
    : head.toString(isLittleEndian ? 'utf16le' : 'latin1');
  return text.replace(/^(?:\ufeff|\xef\xbb\xbf)/, '');
}

/** The type of a text. Web applications often give the name of a workbook to a table in HTML or in Excel's XML of 2003. */
function textSignature(text: string): FileSignature {
  if (/^\s*<(?:!doctype html|html|head|body|table|meta)[\s>]/i.test(text)) return 'html';
  // A record, or a list of records, lists or texts. A bracket alone may begin the first cell of a table.
  if (/^\s*(?:\[\s*)*\{\s*"[^"]*"\s*:/.test(text) || /^\s*(?:\[\s*)+"/.test(text)) return 'json';
  if (/^\s*begin:vcard\s/i.test(text)) return 'vcard';
  if (!/^\s*<\?xml\s/i.test(text)) return 'other';
  if (/<html[\s>]/i.test(text)) return 'html';
  return /progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet/.test(text)
    ? 'xml_spreadsheet'
    : 'xml';
}
