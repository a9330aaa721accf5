import { setImmediate } from 'node:timers/promises';
import { DialproofError } from '../../errors.js';
import { fileSignature, SIGNATURE_NAMES } from '../file-signature.js';
import type { Row } from '../row.js';
import { RowBlocks } from '../row-blocks.js';
import type { TableLimits } from '../table-limits.js';
import type { UploadContent } from '../upload-content.js';
import { CsvRows } from './csv-rows.js';
import { findDelimiter } from './delimiter.js';
import { type TextDecoding, textDecodingOf, UndecodableText } from './text-decoding.js';

/** Bytes from which encoding and delimiter are decided. */
const HEAD_BYTES = 64 * 1024;

/**
 * The most that is parsed before others get their turn. Rows that outlive two collections of the young generation stay until a full
 * one: with pieces of 64 KB, a file of 100,000 rows took 30 MB more.
 */
const PIECE_BYTES = 16 * 1024;

/** The rows of a .csv file in blocks. Ends with the content closed, however it ends. */
export async function* csvBlocks(
  content: UploadContent,
  { limits }: { readonly limits: TableLimits },
): AsyncGenerator<readonly Row[]> {
  try {
    const blocks = new RowBlocks(limits);
    const source = pieces(content);
    const { head, complete } = await readHead(source);
    refuseOtherFiles(head);
    const { decoding, markBytes } = textDecodingOf(head);
    const text = new DecodedText(decoding, blocks);
    const start = text.decode(head.subarray(markBytes));
    const sample = start.toString();
    const { char, declarationChars } = findDelimiter(sample, complete);
    const rows = new CsvRows(char, blocks, limits);
    await rows.write(start.subarray(Buffer.byteLength(sample.slice(0, declarationChars))));
    yield* blocks.takeFull();
    for await (const piece of source) {
      await rows.write(text.decode(piece));
      yield* blocks.takeFull();
    }
    await rows.write(text.end());
    await rows.end();
    yield* blocks.takeRest();
  } finally {
    await content.close();
  }
}

/** The content in pieces of a bounded size, with a pause after each that lets timers and sockets have their turn. */
async function* pieces(content: UploadContent): AsyncGenerator<Buffer> {
  for (let piece = await content.next(); piece !== undefined; piece = await content.next()) {
    for (let start = 0; start < piece.length; start += PIECE_BYTES) {
      content.throwIfAborted();
      yield piece.subarray(start, start + PIECE_BYTES);
      await setImmediate();
    }
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

/** The file as UTF-8, with what cannot be text made `malformed_file`. */
class DecodedText {
  readonly #decoding: TextDecoding;
  readonly #blocks: RowBlocks;

  constructor(decoding: TextDecoding, blocks: RowBlocks) {
    this.#decoding = decoding;
    this.#blocks = blocks;
  }

  decode(piece: Buffer): Buffer {
    return this.#checked(() => this.#decoding.decode(piece));
  }

  end(): Buffer {
    return this.#checked(() => this.#decoding.end());
  }

  #checked(decode: () => Buffer): Buffer {
    try {
      const text = decode();
      if (text.includes(0)) throw new UndecodableText(NUL_FOUND);
      return text;
    } catch (cause) {
      if (!(cause instanceof UndecodableText)) throw cause;
      const place = this.#blocks.count === 0 ? '' : ` (found after row ${this.#blocks.count})`;
      throw new DialproofError('malformed_file', { hint: `${cause.message}${place}`, cause });
    }
  }
}

const NUL_FOUND =
  'the file is named .csv but has NUL bytes, so it is not text, or is UTF-16 without its mark';
