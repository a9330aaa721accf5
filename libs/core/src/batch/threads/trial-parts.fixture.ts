import { tmpdir } from 'node:os';
import { isDialproofError } from '../../model/errors.js';
import type { TaskContents } from '../../ports/task-store.js';
import { DEFAULT_TABLE_LIMITS } from '../../tables/table-limits.js';
import { inPieces, TrackedContent } from '../../tables/upload.fixture.js';
import { readSubmit } from '../intake/read-submit.js';
import type { SubmitParts, SubmitToRead } from '../intake/upload-parts.js';
import { type PreviewedFile, readPreview } from '../preview/read-preview.js';
import type { IntakeThreads } from './intake-threads.js';

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

/** What reads an upload: that of a submit, or that of a preview, which needs less. */
type ReadTrial = (upload: SubmitToRead, parts: SubmitParts) => Promise<TaskContents | PreviewedFile>;

/** How a file is read in the thread of the caller, and how in other ones. */
interface TrialReading {
  readonly readHere: ReadTrial;
  readonly readIn: (threads: IntakeThreads) => ReadTrial;
}

/** By what an upload is for. */
export const READINGS: readonly (readonly [purpose: string, TrialReading])[] = [
  ['a submit', { readHere: readSubmit, readIn: (threads) => threads.readSubmit }],
  ['a preview', { readHere: readPreview, readIn: (threads) => threads.readPreview }],
];

/** What comes of an upload and is seen of it, as plain values that can be compared. */
export async function outcomeOf(read: ReadTrial, upload: SubmitToRead, parts: TrialParts): Promise<unknown> {
  const end = await read(upload, parts).then(plainResult, (error: unknown) =>
    isDialproofError(error) ? refusal(error) : { defect: String(error) },
  );
  const { begun, blocks, content } = parts;
  return { end, begun, blocks, closed: content.closed };
}

function plainResult(result: TaskContents | PreviewedFile) {
  if (!('chunks' in result)) return result;
  const { chunks, ...contents } = result;
  return { contents, chunks: chunks.map((chunk) => Buffer.from(chunk).toString('latin1')) };
}

function refusal({
  code,
  hint,
  message,
  retryAfterMs,
}: Error & { code: string; hint?: unknown; retryAfterMs?: unknown }) {
  return { code, hint, message, retryAfterMs };
}
