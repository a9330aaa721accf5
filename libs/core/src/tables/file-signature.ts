/** What a file looks like by its first bytes, whatever its name says. */
export type FileSignature = 'zip' | 'ole2' | 'other';

const SIGNATURES: readonly (readonly [FileSignature, Buffer])[] = [
  ['zip', Buffer.from([0x50, 0x4b, 0x03, 0x04])],
  // A zip without entries.
  ['zip', Buffer.from([0x50, 0x4b, 0x05, 0x06])],
  ['ole2', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
];

/** How many bytes are needed to tell. */
export const SIGNATURE_BYTES = 4;

export function fileSignature(head: Buffer): FileSignature {
  const found = SIGNATURES.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes));
  return found === undefined ? 'other' : found[0];
}

/** The end of a sentence that begins with 'its content is ...'. */
export const SIGNATURE_NAMES: Readonly<Record<Exclude<FileSignature, 'other'>, string>> = {
  zip: 'a zip archive, as .xlsx workbooks are',
  ole2: 'an old .xls workbook or a workbook protected by a password',
};
