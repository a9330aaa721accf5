import { DialproofError } from '../../../model/errors.js';
import { fileSignature, SIGNATURE_BYTES, SIGNATURE_NAMES } from '../../file-signature.js';
import type { UploadContent } from '../../upload-content.js';
import type { TempFile } from './temp-file.js';
import { malformedWorkbook } from './zip-directory.js';

/**
 * Writes an upload to the file. Anything but a zip is refused at once, with the name of its kind. Codes: `malformed_file`, and `empty_file`
 * for an upload without bytes.
 */
export async function spoolWorkbook(content: UploadContent, file: TempFile): Promise<void> {
  const head = await readHead(content);
  if (head.length === 0) throw new DialproofError('empty_file', { hint: 'the file has no bytes' });
  const signature = fileSignature(head);
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
