import { nextTurn } from '../../async/turn.js';
import type { TaskContents } from '../../ports/task-store.js';
import { withKnownAnswers } from '../number-chunk.js';
import type { KnownAnswers } from './known-answers.js';
import type { NumberIndex } from './number-index.js';
import type { FileFacts } from './read-file.js';

const NUMBERS_A_TURN = 10_000;

/**
 * A file with more chunks than this gets larger ones, up to four times the usual size, since each chunk costs a claim and records. A file
 * of 100,000 numbers has 100 chunks of 1,000 numbers: still enough to keep many processes busy.
 */
const CHUNKS_BEFORE_GROWTH = 50;
const MOST_GROWTH = 4;

/** The stored rows of a draft, and their numbers. */
export interface StoredRows {
  readonly facts: FileFacts;
  readonly numbers: NumberIndex;
  /** The number of row blocks in the store, not counting the block of the header. */
  readonly rowBlocks: number;
  /** Rows of data. */
  readonly total: number;
}

/** Makes the contents of a task whose rows are stored. */
export async function taskContents(
  { facts, numbers, rowBlocks, total }: StoredRows,
  chunkSize: number,
  known: KnownAnswers | undefined,
): Promise<TaskContents> {
  const growth = Math.floor(numbers.size / (chunkSize * CHUNKS_BEFORE_GROWTH));
  const numbersPerChunk = chunkSize * Math.min(MOST_GROWTH, Math.max(1, growth));
  return {
    total,
    rowsWithoutNumber: total - numbers.rowsWithNumber,
    heldCredits: numbers.rowsWithNumber - (known?.rows ?? 0),
    file: {
      ...facts,
      rowBlocks,
      numbersPerChunk,
      ...(known === undefined || known.rows === 0
        ? {}
        : { knownRows: rowsByChunk(known, numbers.size, numbersPerChunk) }),
    },
    chunks: await chunksOf(numbers, numbersPerChunk, known),
  };
}

/** Makes the chunks over several turns of the event loop, since those of a file of 100,000 numbers take 30 ms. */
async function chunksOf(
  numbers: NumberIndex,
  chunkSize: number,
  known: KnownAnswers | undefined,
): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (const chunk of numbers.chunks(chunkSize)) {
    const start = chunks.length * chunkSize;
    const answers = known?.chunk(start, start + chunkSize);
    chunks.push(answers === undefined ? chunk : withKnownAnswers(chunk, answers));
    if ((chunks.length * chunkSize) % NUMBERS_A_TURN < chunkSize) await nextTurn();
  }
  return chunks;
}

function rowsByChunk(known: KnownAnswers, numbers: number, chunkSize: number): readonly number[] {
  return Array.from({ length: Math.ceil(numbers / chunkSize) }, (_, chunk) =>
    known.rowsIn(chunk * chunkSize, (chunk + 1) * chunkSize),
  );
}
