import { REASSIGNED } from '../model/reassigned.js';
import { MAX_SOURCES, OTHER_SOURCE } from '../model/task.js';
import { ChunkProvenance } from './chunk-provenance.js';
import { reopenedStatuses } from './chunk-statuses.js';

/*
 * The record of a chunk, opaque to the task store: a status byte for each number (`chunk-statuses.ts`), and once there is an answer, the
 * origins of the answers:
 *
 *   MARK
 *   sources: the count of distinct sources, 1 byte; for each source its length, 1 byte, and its ASCII text; unless there is none, for each
 *            number the position of its source, 1 byte, from 1, or 0 for a number without one
 *   reasons: like sources
 *   times:   the bytes of a time, 1 byte, from 1 to 6; the earliest time in seconds since 1970, 6 bytes, signed; for each number 1 + the
 *            seconds from the earliest time to its own, or 0 for a number without one
 *   reassigned: like sources, with the words yes, no and unknown; left out if no number has one
 *
 * Integers are little-endian. The columns are separate, since a dictionary of their combinations would have an entry for almost every time:
 * numbers that are answered from a cache may all have different times. Such times take four bytes each. Those of checks within four minutes
 * take one.
 */

/** Ends the statuses, and is not a status itself. Schema version 3 stored statuses alone. */
const MARK = 127;
const BASE_BYTES = 6;
const MAX_REASONS = 100;

/**
 * The chunk as it is stored. It has at most 20 sources and 100 reasons. Further sources become {@link OTHER_SOURCE}, and further reasons
 * are left out: a checker with a new reason for each number must not fill the store.
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

/** The origins of the answers of a stored chunk. Throws RangeError for bytes that {@link encodeRecordedChunk} has not made. */
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
    // An invalid width throws a RangeError.
    const offset = buffer.readUIntLE(end, width);
    if (offset > 0) provenance.times[position] = earliest + offset - 1;
  }
  return provenance;
}

/** Reads the column of `reassigned`, and returns where it ends. Throws RangeError for damaged bytes. */
function readReassigned(buffer: Buffer, start: number, { reassigned }: ChunkProvenance): number {
  const words: (string | undefined)[] = new Array(reassigned.length).fill(undefined);
  const end = readColumn(buffer, start, words);
  if (end === start + 1) throw new RangeError('a chunk has bytes behind its times');
  words.forEach((word, position) => {
    reassigned[position] = REASSIGNED.find((one) => one === word);
  });
  return end;
}

/** Whether {@link encodeRecordedChunk} made these bytes, for `count` numbers; null: for any count. */
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

/** A stored chunk without the origin of one answer. The status of the answer stays: nothing else is recorded. */
export function withoutOrigin(bytes: Uint8Array, position: number): Uint8Array {
  const provenance = recordedProvenance(bytes);
  provenance.clear(position);
  return encodeRecordedChunk(recordedStatuses(bytes), provenance);
}

/** Undefined if no number has an answer. */
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

/** The sources, or the reasons, of a chunk's answers: each word once, and the word of each number. */
interface WordColumn {
  readonly words: readonly string[];
  /** For each number the position of its word, from 1; 0 for a number without one. */
  readonly places: Uint8Array;
}

/** `maxWords`: the most words, up to 254. Further words become `rest`, or are left out if it is undefined. */
function wordColumn(texts: readonly (string | undefined)[], maxWords: number, rest?: string): WordColumn {
  const placeOf = new Map<string, number>();
  const places = new Uint8Array(texts.length);
  for (let position = 0; position < texts.length; position += 1) {
    const text = texts[position];
    if (text === undefined) continue;
    const word = placeOf.has(text) || placeOf.size < maxWords ? text : rest;
    if (word === undefined) continue;
    const place = placeOf.get(word) ?? placeOf.size + 1;
    placeOf.set(word, place);
    places[position] = place;
  }
  return { words: [...placeOf.keys()], places };
}

/** The bytes of a column: the count of words, each word with its length, and a byte for each number if there are words. */
function bytesOfColumn({ words, places }: WordColumn): number {
  const wordBytes = words.reduce((sum, word) => sum + 1 + word.length, 1);
  return wordBytes + (words.length === 0 ? 0 : places.length);
}

/** Returns where the column ends. */
function writeColumn(buffer: Buffer, { words, places }: WordColumn, start: number): number {
  let end = buffer.writeUInt8(words.length, start);
  for (const word of words) {
    end = buffer.writeUInt8(word.length, end);
    end += buffer.write(word, end, 'latin1');
  }
  if (words.length === 0) return end;
  buffer.set(places, end);
  return end + places.length;
}

/** Puts the words into `texts`, one entry for each number, and returns where the column ends. Throws RangeError for damaged bytes. */
function readColumn(buffer: Buffer, start: number, texts: (string | undefined)[]): number {
  const words: string[] = [];
  let end = start + 1;
  // Reading beyond the end throws a RangeError.
  for (let left = buffer.readUInt8(start); left > 0; left -= 1) {
    const next = end + 1 + buffer.readUInt8(end);
    words.push(buffer.toString('latin1', end + 1, next));
    end = next;
  }
  if (words.length === 0) return end;
  for (let position = 0; position < texts.length; position += 1) {
    const place = buffer.readUInt8(end + position);
    if (place > words.length) throw new RangeError(`a chunk has ${words.length} words, none is ${place}`);
    texts[position] = words[place - 1];
  }
  return end + texts.length;
}
