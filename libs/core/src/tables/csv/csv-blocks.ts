import { setImmediate } from 'node:timers/promises';
import { DialproofError } from '../../model/errors.js';
import { fileSignature, SIGNATURE_NAMES } from '../file-signature.js';
import type { Row } from '../row.js';
import { RowBlocks } from '../row-blocks.js';
import type { TableLimits } from '../table-limits.js';
import type { UploadContent } from '../upload-content.js';
import { CsvRows } from './csv-rows.js';
import { findDelimiter } from './delimiter.js';
import type { DecodedText, TextDecoding, TextFault } from './text-decoding.js';
import { Utf8OrWindows1252 } from './utf-8-or-windows-1252.js';
import { Utf16 } from './utf-16.js';

/** How many bytes decide the encoding and the delimiter. */
const HEAD_BYTES = 64 * 1024;

/**
 * The most that is parsed before timers and sockets have their turn. Rows that outlive two collections of V8's young generation stay
 * until a full one: with pieces of 64 KB, a file of 100,000 rows took 30 MB more.
 */
const PIECE_BYTES = 16 * 1024;

export interface CsvOptions {
  readonly limits: TableLimits;
  /** Is filled with the numbers of the first rows. */
  readonly rowNumbers: number[];
}

/** Reads the rows of a .csv file in blocks. Closes the content however it ends. */
export async function* csvBlocks(
  content: UploadContent,
  { limits, rowNumbers }: CsvOptions,
): AsyncGenerator<readonly Row[]> {
  try {
    const blocks = new RowBlocks(limits, rowNumbers);
    const source = pieces(content);
    const { head, complete } = await readHead(source);
    refuseOtherFiles(head);
    const { decoding, markBytes } = textDecodingOf(head);
    const start = decoding.decode(head.subarray(markBytes));
    const sample = start.text.toString();
    const { char, declarationChars } = findDelimiter(sample, complete);
    const declarationBytes = Buffer.byteLength(sample.slice(0, declarationChars));
    const rows = new CsvRows(char, blocks, limits);
    const take = async function* ({ text, fault }: DecodedText): AsyncGenerator<readonly Row[]> {
      for (const piece of cut(text)) {
        await rows.write(piece);
        yield* blocks.takeFull();
        await setImmediate();
      }
      if (fault !== undefined) throw undecodable(fault, markBytes, blocks.count);
    };
    yield* take({ ...start, text: start.text.subarray(declarationBytes) });
    for await (const piece of source) yield* take(decoding.decode(piece));
    yield* take(decoding.end());
    await rows.end();
    yield* blocks.takeRest();
  } finally {
    await content.close();
  }
}

/** Reads the content in pieces of a bounded size. */
async function* pieces(content: UploadContent): AsyncGenerator<Buffer> {
  for (let piece = await content.next(); piece !== undefined; piece = await content.next()) {
    for (const part of cut(piece)) {
      content.throwIfAborted();
      yield part;
    }
  }
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
}

async function readHead(source: AsyncGenerator<Buffer>) {
  const read: Buffer[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await source.next();
    if (next.done === true) return { head: Buffer.concat(read), complete: true };
    // A copy: a sender may use its memory again for the next piece.
    read.push(Buffer.from(next.value));
    bytes += next.value.length;
  }
  return { head: Buffer.concat(read), complete: false };
}

function refuseOtherFiles(head: Buffer): void {
  const signature = fileSignature(head);
  if (signature === 'other') return;
  throw new DialproofError('malformed_file', {
    hint: `the file is named .csv but its content is ${SIGNATURE_NAMES[signature]}`,
  });
}

/** The decoding of a file that begins with `head`, and the length of its byte order mark. Only the mark tells UTF-16. */
function textDecodingOf(head: Buffer): { readonly decoding: TextDecoding; readonly markBytes: number } {
  if (head[0] === 0xff && head[1] === 0xfe) return { decoding: new Utf16('little-endian'), markBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { decoding: new Utf16('big-endian'), markBytes: 2 };
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return { decoding: new Utf8OrWindows1252(hasMark), markBytes: hasMark ? 3 : 0 };
}

function undecodable({ found, byte }: TextFault, markBytes: number, rows: number): DialproofError {
  const behind = rows === 0 ? '' : `, behind row ${rows}`;
  const place = byte === undefined ? '' : ` (byte ${markBytes + byte + 1}${behind})`;
  return new DialproofError('malformed_file', { hint: `the file ${found}${place}` });
}
