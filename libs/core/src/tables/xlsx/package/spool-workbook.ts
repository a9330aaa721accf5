import { DialproofError } from '../../../model/errors.js';
import { fileSignature, SIGNATURE_BYTES, SIGNATURE_NAMES } from '../../file-signature.js';
import type { UploadContent } from '../../upload-content.js';
import type { TempFile } from './temp-file.js';
import { malformedWorkbook } from './zip-directory.js';

/**
 * Writes an upload to the file. Anything but a zip is refused at once, with the name of its kind. Codes: `malformed_file`, `empty_file` for
 * one without a byte.
 */
export async function spoolWorkbook(content: UploadContent, file: TempFile): Promise<void> {
  const head = await readHead(content);
  if (head.length === 0) throw new DialproofError('empty_file', { hint: 'the file has no bytes' });
  const signature = fileSignature(head);
  if (signature === 'ole2') throw malformedWorkbook(`its content is ${await oleContent(head, content)}`);
  if (signature !== 'zip') {
    throw malformedWorkbook(
      signature === 'other' ? otherContent(head) : `its content is ${SIGNATURE_NAMES[signature]}`,
    );
  }
  await file.append(head);
  for (let piece = await content.next(); piece !== undefined; piece = await content.next()) {
    await file.append(piece);
  }
}

async function readHead(content: UploadContent): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < SIGNATURE_BYTES) {
    const piece = await content.next();
    if (piece === undefined) break;
    head = Buffer.concat([head, piece]);
  }
  return head;
}

function otherContent(head: Buffer): string {
  // Text has no NUL, except UTF-16 with a mark.
  const isText = !head.includes(0) || (head[0] === 0xff && head[1] === 0xfe) || head[0] === 0xfe;
  return isText
    ? 'its content is no workbook but text: name it .csv if it is a table'
    : 'its content is no workbook';
}

/**
 * Names in a compound file ([MS-CFB]) that show its kind, the most specific first. Excel encrypts some workbooks with a password of its own
 * and opens them without asking. They are refused like all others ([MS-OFFCRYPTO]): the libraries that decrypt them hold the whole file in
 * memory several times, and repeat the hash of the password on the event loop as often as the file says.
 */
const STREAMS: readonly (readonly [string, string])[] = [
  [
    'DRMEncryptedDataSpace',
    'a workbook encrypted by rights management or a sensitivity label: save it without such protection',
  ],
  [
    'EncryptedPackage',
    'a workbook protected by a password: save it without one. ' +
      'If Excel opens it without asking, it is encrypted all the same: save a copy without any protection of the workbook',
  ],
  ['WordDocument', 'an old Word document'],
  ['PowerPoint Document', 'an old PowerPoint presentation'],
  ['Workbook', 'an old .xls workbook: save it as .xlsx'],
  ['Book', 'an old .xls workbook: save it as .xlsx'],
];

/** The longest name in UTF-16, less a byte. */
const OVERLAP_BYTES = 64;

/**
 * The kind of a compound file, as the end of a sentence that begins with 'its content is'. Its directory may be anywhere, so the content is
 * read to its end without being kept.
 */
async function oleContent(head: Buffer, content: UploadContent): Promise<string> {
  let best = STREAMS.length;
  let tail = Buffer.alloc(0);
  for (let piece: Buffer | undefined = head; piece !== undefined && best > 0; piece = await content.next()) {
    const bytes = Buffer.concat([tail, piece]);
    const found = STREAMS.findIndex(([name]) => bytes.includes(Buffer.from(name, 'utf16le')));
    if (found !== -1) best = Math.min(best, found);
    tail = bytes.subarray(-OVERLAP_BYTES);
  }
  return STREAMS[best]?.[1] ?? SIGNATURE_NAMES.ole2;
}
