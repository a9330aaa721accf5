import { nextTurn } from '../../async/turn.js';
import { DialproofError } from '../../model/errors.js';
import type { DecodedText, TextDecoding, TextEncodingFound, TextFault } from '../encodings/text-decoding.js';
import { textStart } from '../encodings/text-start.js';
import { fileSignature, SIGNATURE_NAMES } from '../file-signature.js';
import { RowBlocks } from '../row-blocks.js';
import type { TableBlock } from '../table-block.js';
import type { TableLimits } from '../table-limits.js';
import type { UploadContent } from '../upload-content.js';
import { CsvRows } from './csv-rows.js';
import { findDelimiter } from './find-delimiter.js';

/** The number of bytes by which the type of a file is recognised, and the number of bytes of its text by which the delimiter is found. */
const HEAD_BYTES = 64 * 1024;

/** The size of the pieces that are decoded and copied in one turn of the event loop. `CsvRows` bounds how much is parsed in one turn. */
const PIECE_BYTES = 16 * 1024;

export interface CsvOptions {
  readonly limits: TableLimits;
  /** The WHATWG's name of the encoding, if the caller has named one. */
  readonly encoding?: string | undefined;
}

/** Reads the rows of a .csv file in blocks. Calls `onEncoding` when all were read. Closes the content however it ends. */
export async function* csvBlocks(
  content: UploadContent,
  { limits: tableLimits, encoding }: CsvOptions,
  onEncoding: (encoding: TextEncodingFound) => void,
): AsyncGenerator<TableBlock> {
  try {
    const limits = { ...tableLimits, maxCellChars: tableLimits.maxCsvCellChars };
    const blocks = new RowBlocks(limits, 'bytes');
    const source = pieces(content);
    const head = await readHead(source);
    refuseOtherFiles(head);
    // Each step runs for milliseconds the first time, before it is compiled.
    await nextTurn();
    const { decoding, markBytes } = textStart(head, encoding);
    const start = await decodeStart(decoding, head.subarray(markBytes), source);
    await nextTurn();
    const { text, complete } = start;
    const { char, declarationBytes } = findDelimiter(text, complete);
    await nextTurn();
    const rows = new CsvRows(char, blocks, limits);
    const add = async function* (when: 'due' | 'now' | 'last'): AsyncGenerator<TableBlock> {
      while (rows.add(when)) {
        yield* blocks.takeFull();
        await nextTurn();
        content.throwIfAborted();
      }
      yield* blocks.takeFull();
    };
    const take = async function* ({ text: part, fault }: DecodedText): AsyncGenerator<TableBlock> {
      for (const piece of cut(part)) {
        await nextTurn();
        rows.write(piece);
        yield* add('due');
      }
      if (fault === undefined) return;
      yield* add('now');
      throw undecodable(fault, markBytes, rows.lastRowNumber);
    };
    yield* take({ ...start, text: text.subarray(declarationBytes) });
    for await (const piece of source) yield* take(await decoding.decode(piece));
    if (!complete) yield* take(await decoding.end());
    content.throwIfAborted();
    rows.dropDosEnd();
    yield* add('last');
    onEncoding(decoding.encoding);
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

async function readHead(source: AsyncGenerator<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await source.next();
    if (next.done === true) break;
    // A copy: a sender may use its memory again for the next piece.
    read.push(Buffer.from(next.value));
    bytes += next.value.length;
  }
  return Buffer.concat(read);
}

/**
 * Decodes enough for {@link findDelimiter}: the decoding may hold back bytes until it knows what they are. `complete` says that the
 * file has ended, and that the text is all of it.
 */
async function decodeStart(
  decoding: TextDecoding,
  head: Buffer,
  source: AsyncGenerator<Buffer>,
): Promise<DecodedText & { readonly complete: boolean }> {
  let last = await decoding.decode(head);
  let complete = false;
  const texts = [last.text];
  let bytes = last.text.length;
  while (!complete && last.fault === undefined && bytes < HEAD_BYTES) {
    const next = await source.next();
    complete = next.done === true;
    last = next.done === true ? await decoding.end() : await decoding.decode(next.value);
    texts.push(last.text);
    bytes += last.text.length;
  }
  return { ...last, text: Buffer.concat(texts), complete };
}

function refuseOtherFiles(head: Buffer): void {
  const signature = fileSignature(head);
  if (signature === 'other') return;
  throw new DialproofError('malformed_file', {
    hint: `the file is named .csv but its content is ${SIGNATURE_NAMES[signature]}`,
  });
}

function undecodable({ found, byte }: TextFault, markBytes: number, lastRow: number): DialproofError {
  const behind = lastRow === 0 ? '' : `, behind row ${lastRow}`;
  const place = byte === undefined ? '' : ` (byte ${markBytes + byte + 1}${behind})`;
  return new DialproofError('malformed_file', { hint: `the file ${found}${place}` });
}
