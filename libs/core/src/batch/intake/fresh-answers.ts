import { Turn } from '../../async/turn.js';
import { notSupported } from '../../model/errors.js';
import type { AccountId, E164 } from '../../model/identifiers.js';
import type { Reassigned } from '../../model/reassigned.js';
import type { VerificationStatus } from '../../model/statuses.js';
import { hasEnded, type Task } from '../../model/task.js';
import { isPossibleNumber } from '../../phone/numbering/phone-table.js';
import type { TaskArchive } from '../../ports/optional/task-archive.js';
import { youngTasks } from '../account-tasks.js';
import type { IntakeSettings } from '../batch-settings.js';
import type { ChunkProvenance } from '../chunk-provenance.js';
import { isFailed, isOpen, shownStatus } from '../chunk-statuses.js';
import { decodeDigits } from '../number-chunk.js';
import { recordedProvenance, recordedStatuses } from '../recorded-chunk.js';
import type { KnownAnswers } from './known-answers.js';
import type { NumberIndex } from './number-index.js';

export type FreshAnswersSettings = Pick<
  IntakeSettings,
  'archive' | 'clock' | 'freshAnswersNeedSource' | 'reporter' | 'singleAnswers' | 'store'
>;

export interface FreshAnswersRequest {
  readonly accountId: AccountId;
  /** The greatest age of an answer. Undefined: no answers are taken. */
  readonly freshWithinMs?: number | undefined;
  readonly signal: AbortSignal;
}

/** The first word of the reason for a line in service, see {@link DetailedAnswer}. */
const LINE_IN_SERVICE = 'line_live';

/** Chunks that are read at once. */
const CHUNKS_A_READ = 4;

/** How far another machine's clock may be ahead. Answers with a later time are ignored: that clock was wrong, so their age is unknown. */
export const MOST_AHEAD_MS = 86_400_000;

/** Throws RangeError unless the age is a whole number above 0. Code: `not_supported`, where the tasks of an account cannot be listed. */
export function assertFreshAnswers(
  { archive }: Pick<FreshAnswersSettings, 'archive'>,
  { freshWithinMs }: Pick<FreshAnswersRequest, 'freshWithinMs'>,
): void {
  if (freshWithinMs === undefined) return;
  if (!Number.isSafeInteger(freshWithinMs) || freshWithinMs < 1) {
    throw new RangeError(`freshWithinMs must be a whole number above 0, not ${freshWithinMs}`);
  }
  if (archive === null) {
    throw notSupported('archive');
  }
}

/**
 * Takes the answers of the account's tasks about the numbers of a file, if they are younger than the known ones. Takes none without
 * `freshWithinMs`.
 */
export async function takeFreshAnswers(
  known: KnownAnswers,
  index: NumberIndex,
  settings: FreshAnswersSettings,
  { accountId, freshWithinMs, signal }: FreshAnswersRequest,
): Promise<void> {
  const { archive, clock, reporter } = settings;
  if (archive === null || freshWithinMs === undefined) return;
  const now = clock.now();
  const since = now - freshWithinMs;
  const until = now + MOST_AHEAD_MS;
  const fresh = new FreshAnswers(known, index, { since, until, needSource: settings.freshAnswersNeedSource });
  const turn = new Turn();
  const step = async (): Promise<void> => {
    signal.throwIfAborted();
    if (turn.isLong) await turn.next();
  };
  for await (const task of youngTasks(archive, accountId, since)) {
    await step();
    const latest = hasEnded(task.status) ? (task.finishedAt ?? now) : now;
    if (known.areAsYoungAs(inSeconds(latest))) continue;
    for await (const chunk of recordedChunks({ ...settings, archive }, task)) {
      await step();
      try {
        fresh.takeFrom(chunk, latest);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        const about = `chunk ${chunk.chunkIndex} of task ${task.taskId} cannot be read: ${error.message}`;
        reporter.report('answers_not_read', new Error(about, { cause: error }));
      }
    }
  }
}

interface StoredChunk {
  readonly chunkIndex: number;
  /** As `encodeNumberChunk` writes them. */
  readonly numbers: Uint8Array;
  /** As `encodeRecordedChunk` writes them. */
  readonly answers: Uint8Array;
}

/** The recorded chunks of a task. Those of a task that is deleted meanwhile are left out. */
async function* recordedChunks(
  { archive, store }: Pick<FreshAnswersSettings, 'store'> & { readonly archive: TaskArchive },
  { taskId }: Task,
): AsyncGenerator<StoredChunk, void, undefined> {
  const answered = [...(await store.statuses(taskId)).entries()];
  for (let start = 0; start < answered.length; start += CHUNKS_A_READ) {
    const group = answered.slice(start, start + CHUNKS_A_READ);
    const read = group.map(async ([chunkIndex, answers]) => ({
      chunkIndex,
      answers,
      numbers: answers && (await archive.numbers(taskId, chunkIndex)),
    }));
    for (const { answers, chunkIndex, numbers } of await Promise.all(read)) {
      if (answers !== undefined && numbers !== undefined) yield { answers, chunkIndex, numbers };
    }
  }
}

/** Chooses the answers that are young enough; of several about a number, the youngest. */
class FreshAnswers {
  readonly #known: KnownAnswers;
  readonly #index: NumberIndex;
  readonly #since: number;
  readonly #until: number;
  readonly #needSource: boolean;

  /** `since`, `until`: the earliest and the latest time of an answer, in milliseconds since 1970. */
  constructor(
    known: KnownAnswers,
    index: NumberIndex,
    {
      needSource,
      since,
      until,
    }: { readonly since: number; readonly until: number; readonly needSource: boolean },
  ) {
    this.#known = known;
    this.#index = index;
    this.#since = since;
    this.#until = until;
    this.#needSource = needSource;
  }

  /** Takes answers of a task, none of which was found after `latest`. Throws RangeError for a damaged chunk. */
  takeFrom({ answers, numbers }: Pick<StoredChunk, 'answers' | 'numbers'>, latest: number): void {
    const { days, digits } = decodeDigits(numbers);
    const statuses = recordedStatuses(answers);
    // If the counts differ, numbers would get the answers of other numbers.
    if (statuses.length !== digits.length) {
      throw new RangeError(`${digits.length} numbers have ${statuses.length} statuses`);
    }
    let provenance: ChunkProvenance | undefined;
    for (let position = 0; position < digits.length; position += 1) {
      const number = digits[position] ?? 0;
      const place = this.#index.find(number);
      const byte = statuses[position];
      if (byte === undefined || place === undefined || isOpen(byte) || isFailed(byte)) continue;
      provenance ??= recordedProvenance(answers);
      // The time comes from a checker, whose clock may be ahead.
      const time = Math.min(provenance.times[position] ?? Number.NaN, inSeconds(latest));
      if (!this.#isYoung(place, time)) continue;
      const found = provenance.at(position);
      if (!saysSomething(shownStatus(byte), found.reason)) continue;
      if (!isForDay(this.#index.dayOf(place), days[position], found.reassigned)) continue;
      if (this.#needSource && !isTrusted(`+${number}` as E164, found.source)) continue;
      this.#known.take(place, byte, provenance, position, time);
    }
  }

  /** False also for an unknown time, which is NaN. */
  #isYoung(place: number, time: number): boolean {
    const known = this.#known.timeOf(place);
    const ms = time * 1_000;
    return ms >= this.#since && ms <= this.#until && (Number.isNaN(known) || time > known);
  }
}

/** Whether an answer counts for a number. With a date of consent, a number gets only answers that were found for the same date. */
export function isForDay(
  asked: number,
  day: number | undefined,
  reassigned: Reassigned | undefined,
): boolean {
  return asked === 0 || (asked === day && reassigned !== undefined);
}

/** Whether an answer has a source or needs none: a number that cannot exist is answered without a checker. */
export function isTrusted(phone: E164, source: string | undefined): boolean {
  return source !== undefined || !isPossibleNumber(phone);
}

/**
 * Whether an answer is worth taking. An `unknown` is only if its reason says that the line is in service: checkers of lines cannot know
 * more.
 */
export function saysSomething(status: VerificationStatus, reason: string | undefined): boolean {
  return status !== 'unknown' || reason?.split(':', 1)[0] === LINE_IN_SERVICE;
}

function inSeconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
