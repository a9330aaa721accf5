import { tmpdir } from 'node:os';
import { isDialproofError } from '../../model/errors.js';
import { DEFAULT_TABLE_LIMITS } from '../../tables/table-limits.js';
import { inPieces, TrackedContent } from '../../tables/upload.fixture.js';
import type { ReadSubmit, SubmitParts, SubmitToRead } from '../intake/upload-parts.js';

export function uploadOf(over: Partial<SubmitToRead> = {}): SubmitToRead {
  return {
    fileName: 'people.csv',
    reading: {},
    limits: DEFAULT_TABLE_LIMITS,
    tempDirectory: tmpdir(),
    maxRows: 100_000,
    chunkSize: 250,
    maxCredits: Number.MAX_SAFE_INTEGER,
    ...over,
  };
}

/** The parts of an upload that write down what is asked of them. */
export class TrialParts implements SubmitParts {
  readonly content: TrackedContent;
  readonly stop = new AbortController();
  readonly signal = this.stop.signal;
  readonly pieces: Buffer[] = [];
  readonly blocks: string[] = [];
  begun = 0;

  constructor(
    content: Uint8Array | string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    pieceBytes = 65_536,
  ) {
    const isBytes = typeof content === 'string' || content instanceof Uint8Array;
    this.content = new TrackedContent(isBytes ? inPieces(Buffer.from(content), pieceBytes) : content);
  }

  onPiece = (piece: Uint8Array): void => {
    this.pieces.push(Buffer.from(piece));
  };

  async begin(): Promise<void> {
    this.begun += 1;
  }

  async append(index: number, block: Uint8Array): Promise<void> {
    this.blocks[index] = Buffer.from(block).toString('latin1');
  }

  async availableCredits(): Promise<number> {
    return 1_000_000;
  }
}

/** What comes of an upload and is seen of it, as plain values that can be compared. */
export async function outcomeOf(read: ReadSubmit, upload: SubmitToRead, parts: TrialParts): Promise<unknown> {
  const end = await read(upload, parts).then(
    ({ chunks, ...contents }) => ({
      contents,
      chunks: chunks.map((chunk) => Buffer.from(chunk).toString('latin1')),
    }),
    (error: unknown) => (isDialproofError(error) ? refusal(error) : { defect: String(error) }),
  );
  const { begun, blocks, content } = parts;
  return { end, begun, blocks, closed: content.closed };
}

function refusal({
  code,
  hint,
  message,
  retryAfterMs,
}: Error & { code: string; hint?: unknown; retryAfterMs?: unknown }) {
  return { code, hint, message, retryAfterMs };
}
