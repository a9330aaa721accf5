import { REASSIGNED } from '../model/reassigned.js';
import { MAX_SOURCES, OTHER_SOURCE } from '../model/sources.js';
import { ChunkProvenance } from './chunk-provenance.js';
import { reopenedStatuses } from './chunk-statuses.js';
import { bytesOfColumn, readColumn, wordColumn, writeColumn } from './provenance-words.js';

/*
 * What the task store keeps of a chunk that was recorded, opaque to it: a byte of status for each number (`chunk-statuses.ts`), and once
 * there is an answer, where the answers come from:
 *
 *   MARK
 *   sources: how many, 1 byte; each of them: its length, 1 byte, then ASCII; unless there is none, for each number the place of its
 *            source among them, 1 byte, from 1, 0 for a number without one
 *   reasons: likewise
 *   times:   bytes of each, 1 byte, from 1 to 6; the earliest of them in seconds since 1970, 6 bytes, signed; for each number 1 + the
 *            seconds from the earliest time to its own, 0 for a number without one
 *   reassigned: like sources, the words being yes, no and unknown; left out where no number has one
 *
 * Integers are little-endian. Three columns rather than one dictionary of all three: numbers that are answered from a cache may all have
 * times of their own, which take four bytes each this way; those that are asked about within four minutes take one.
 */

/** Stands behind the statuses, where no status does. Schema version 3 had statuses alone. */
const MARK = 127;
const BASE_BYTES = 6;
const MAX_REASONS = 100;

/**
 * The chunk as it is stored. It has at most 20 sources and 100 reasons: sources beyond become {@link OTHER_SOURCE}, reasons beyond are left
 * out, so that a checker with a new reason for each number does not fill the store.
 */
export function encodeRecordedChunk(statuses: Uint8Array, provenance: ChunkProvenance): Uint8Array {
  const times = timesOf(provenance.times);
  if (times === undefined) return Uint8Array.from(statuses);
  const { earliest, width } = times;
  const count = statuses.length;
  const sources = wordColumn(provenance.sources, MAX_SOURCES, OTHER_SOURCE);
  const reasons = wordColumn(provenance.reasons, MAX_REASONS);
  const wordBytes = bytesOfColumn(sources) + bytesOfColumn(reasons);
  const reassigned = wordColumn(provenance.reassigned, REASSIGNED.length);
  const reassignedBytes = reassigned.words.length === 0 ? 0 : bytesOfColumn(reassigned);
  const bytes = new Uint8Array(count + 1 + wordBytes + 1 + BASE_BYTES + count * width + reassignedBytes);
  const buffer = Buffer.from(bytes.buffer);
  bytes.set(statuses);
  let end = buffer.writeUInt8(MARK, count);
  end = writeColumn(buffer, sources, end);
  end = writeColumn(buffer, reasons, end);
  end = buffer.writeUInt8(width, end);
  end = buffer.writeIntLE(earliest, end, BASE_BYTES);
  for (const time of provenance.times) {
    const offset = Number.isNaN(time) ? 0 : time - earliest + 1;
    end = buffer.writeUIntLE(offset, end, width);
  }
  if (reassignedBytes > 0) writeColumn(buffer, reassigned, end);
  return bytes;
}

/** The statuses of a stored chunk, a byte for each number. */
export function recordedStatuses(bytes: Uint8Array): Uint8Array {
  const mark = bytes.indexOf(MARK);
  return mark === -1 ? bytes : bytes.subarray(0, mark);
}

/** Where the answers of a stored chunk come from. Throws RangeError for bytes that {@link encodeRecordedChunk} has not made. */
export function recordedProvenance(bytes: Uint8Array): ChunkProvenance {
  const count = recordedStatuses(bytes).length;
  const provenance = new ChunkProvenance(count);
  if (count === bytes.length) return provenance;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = readColumn(buffer, count + 1, provenance.sources);
  end = readColumn(buffer, end, provenance.reasons);
  const width = buffer.readUInt8(end);
  const earliest = buffer.readIntLE(end + 1, BASE_BYTES);
  end += 1 + BASE_BYTES;
  const timesEnd = end + count * width;
  if (timesEnd !== bytes.length && readReassigned(buffer, timesEnd, provenance) !== bytes.length) {
    throw new RangeError(`a chunk of ${count} numbers has ${bytes.length - end} bytes of times`);
  }
  for (let position = 0; position < count; position += 1, end += width) {
    // A width that there is not throws a RangeError.
    const offset = buffer.readUIntLE(end, width);
    if (offset > 0) provenance.times[position] = earliest + offset - 1;
  }
  return provenance;
}

/** Returns where they end. Throws RangeError for damaged bytes. */
function readReassigned(buffer: Buffer, start: number, { reassigned }: ChunkProvenance): number {
  const words: (string | undefined)[] = new Array(reassigned.length).fill(undefined);
  const end = readColumn(buffer, start, words);
  if (end === start + 1) throw new RangeError('a chunk has bytes behind its times');
  words.forEach((word, position) => {
    reassigned[position] = REASSIGNED.find((one) => one === word);
  });
  return end;
}

/** Whether these are bytes of {@link encodeRecordedChunk} for as many numbers; null: for any count of them. */
export function isRecordedChunk(bytes: Uint8Array, count: number | null): boolean {
  try {
    recordedProvenance(bytes);
    return count === null || recordedStatuses(bytes).length === count;
  } catch {
    return false;
  }
}

/**
 * A stored chunk for a retry: numbers without an answer are open, with all of their attempts, and everything else stays. Undefined if
 * every number has an answer.
 */
export function reopenedChunk(bytes: Uint8Array): Uint8Array | undefined {
  const reopened = reopenedStatuses(recordedStatuses(bytes));
  if (reopened === undefined) return undefined;
  const chunk = Uint8Array.from(bytes);
  chunk.set(reopened);
  return chunk;
}

/** Undefined where no number has an answer. */
function timesOf(times: Float64Array): { readonly earliest: number; readonly width: number } | undefined {
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (time < earliest) earliest = time;
    if (time > latest) latest = time;
  }
  if (earliest > latest) return undefined;
  let width = 1;
  while (latest - earliest + 1 >= 256 ** width) width += 1;
  return { earliest, width };
}
