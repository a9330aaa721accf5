import { nextTurn } from '../../async/turn.js';
import type { TaskContents } from '../../ports/task-store.js';
import { withKnownAnswers } from '../number-chunk.js';
import type { FreshAnswers } from './fresh-answers.js';
import type { NumberIndex } from './number-index.js';
import type { ReadFile } from './read-file.js';
import type { RowBlockWriter } from './row-block-writer.js';

const NUMBERS_A_TURN = 10_000;

/**
 * A file with more chunks than this gets larger ones, up to four times the usual size, since each chunk costs a claim and records. A file
 * of 100,000 numbers has 100 chunks of 1,000 numbers: still enough to keep many processes busy.
 */
const CHUNKS_BEFORE_GROWTH = 50;
const MOST_GROWTH = 4;

/** Stores the remaining rows of a file, and resolves to the contents of its task. */
export async function taskContents(
  { columns, facts, numbers, sink, start, total }: ReadFile<RowBlockWriter>,
  chunkSize: number,
  fresh: FreshAnswers | undefined,
): Promise<TaskContents> {
  await sink.finish({ skippedRows: start.skippedRows, columns });
  const growth = Math.floor(numbers.size / (chunkSize * CHUNKS_BEFORE_GROWTH));
  const numbersPerChunk = chunkSize * Math.min(MOST_GROWTH, Math.max(1, growth));
  return {
    total,
    rowsWithoutNumber: total - numbers.rowsWithNumber,
    heldCredits: numbers.rowsWithNumber - (fresh?.rows ?? 0),
    file: {
      ...facts,
      rowBlocks: sink.blocks,
      numbersPerChunk,
      ...(fresh === undefined || fresh.rows === 0
        ? {}
        : { knownRows: rowsByChunk(fresh, numbers.size, numbersPerChunk) }),
    },
    chunks: await chunksOf(numbers, numbersPerChunk, fresh),
  };
}

/** Makes the chunks over several turns of the event loop, since those of a file of 100,000 numbers take 30 ms. */
async function chunksOf(
  numbers: NumberIndex,
  chunkSize: number,
  fresh: FreshAnswers | undefined,
): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (const chunk of numbers.chunks(chunkSize)) {
    const start = chunks.length * chunkSize;
    const known = fresh?.chunk(start, start + chunkSize);
    chunks.push(known === undefined ? chunk : withKnownAnswers(chunk, known));
    if ((chunks.length * chunkSize) % NUMBERS_A_TURN < chunkSize) await nextTurn();
  }
  return chunks;
}

function rowsByChunk(fresh: FreshAnswers, numbers: number, chunkSize: number): readonly number[] {
  return Array.from({ length: Math.ceil(numbers / chunkSize) }, (_, chunk) =>
    fresh.rowsIn(chunk * chunkSize, (chunk + 1) * chunkSize),
  );
}
