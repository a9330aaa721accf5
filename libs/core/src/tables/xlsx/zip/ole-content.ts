import { SIGNATURE_NAMES } from '../../file-signature.js';
import type { UploadContent } from '../../upload-content.js';

/**
 * Names in a compound file ([MS-CFB]) that tell what it is, the telling ones first. Excel encrypts some workbooks with a password of its
 * own and opens them without asking. They are refused like all others ([MS-OFFCRYPTO]): the libraries that decrypt them hold the whole
 * file in memory several times, and repeat the hash of the password on the event loop as often as the file says.
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
 * What a compound file holds, as the end of a sentence that begins with 'its content is'. Its directory may be anywhere in it, so
 * the content is read to its end, and not kept.
 */
export async function oleContent(head: Buffer, content: UploadContent): Promise<string> {
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
