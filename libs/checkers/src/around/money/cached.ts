import {
  type AnswerCache,
  assertOptionNames,
  type BulkAnswer,
  type CacheEntry,
  type CheckContext,
  type Clock,
  type ConsentDates,
  type DetailedAnswer,
  type E164,
  readCheckAnswer,
  systemClock,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from '@dialproof/core';
import { type NumberOutcome, outcomesOf, resultOf } from '../../calls/number-outcomes.js';
import { functionOption, numberOption } from '../../calls/option-checks.js';
import { type AnyChecker, askOf, type SameKind, sameKind } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';

export interface MemoryAnswerCacheOptions {
  /** The most numbers that it keeps, a whole number from 1. Default 100,000, which takes some 30 MB. */
  readonly maxNumbers?: number;
}

/** Keeps answers in this process. When it is full, it forgets the number that was used longest ago. */
export class MemoryAnswerCache implements AnswerCache {
  /** The one that was used longest ago first. */
  readonly #entries = new Map<E164, CacheEntry>();
  readonly #maxNumbers: number;

  constructor(options: MemoryAnswerCacheOptions = {}) {
    assertOptionNames('MemoryAnswerCache', options, { maxNumbers: true });
    const { maxNumbers = 100_000 } = options;
    if (!Number.isSafeInteger(maxNumbers) || maxNumbers < 1)
      throw new RangeError(`maxNumbers is ${maxNumbers}, expected a whole number of at least 1`);
    this.#maxNumbers = maxNumbers;
  }

  get size(): number {
    return this.#entries.size;
  }

  async getMany(numbers: readonly E164[]): Promise<(CacheEntry | undefined)[]> {
    return numbers.map((number) => {
      const entry = this.#entries.get(number);
      if (entry !== undefined) this.#use(number, entry);
      return entry;
    });
  }

  async setMany(entries: readonly CacheEntry[]): Promise<void> {
    for (const entry of entries) this.#use(entry.number, entry);
    for (const number of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxNumbers) return;
      this.#entries.delete(number);
    }
  }

  #use(number: E164, entry: CacheEntry): void {
    this.#entries.delete(number);
    this.#entries.set(number, entry);
  }
}

export interface CachedOptions {
  readonly cache: AnswerCache;
  /** Milliseconds for which an answer of each status is used again. A status that is left out, or has 0, is never kept. */
  readonly keepMs: Readonly<Partial<Record<VerificationStatus, number>>>;
  /** Hears of errors of the cache, which fail no check: the checker is asked. What it throws is ignored. */
  readonly onCacheError?: (error: unknown) => void;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/**
 * Repeats known answers, as long as they are not too old. A repeated answer has the source and the `checkedAt` of its check; a fresh one is
 * passed on unchanged. Failed checks are not kept. For the service, a cached answer is an answer like any other, and costs a credit. A bulk
 * call carries only the numbers that the cache does not know. A number with a date of consent is asked about unless the kept answer has
 * `reassigned` for that date, which a cache may forget.
 *
 * Throws TypeError for an unknown status, RangeError for a time out of its limits or if nothing is kept.
 */
export function cached<Checker extends AnyChecker>(
  checker: Checker,
  options: CachedOptions,
): SameKind<Checker> {
  assertOptionNames('cached', options, { cache: true, clock: true, keepMs: true, onCacheError: true });
  const ask = askOf(checker);
  const { cache } = options;
  if (typeof cache?.getMany !== 'function' || typeof cache.setMany !== 'function')
    throw new TypeError('expected a cache with getMany and setMany');
  const keepMs = readKeepMs(options.keepMs);
  const onCacheError = functionOption('onCacheError', options.onCacheError);
  const clock = options.clock ?? systemClock;

  const report = (error: unknown): void => {
    try {
      onCacheError?.(error);
    } catch {
      // The host's own code: its defect must not fail the check.
    }
  };

  /** Undefined where none of them is known. */
  const lookUp = async (numbers: readonly E164[], { consentDates, signal }: CheckContext) => {
    try {
      const entries = await unlessAborted(cache.getMany(numbers), signal);
      const known = numbers.map((number, index) => usable(number, entries[index], consentDates));
      return known.some((answer) => answer !== undefined) ? known : undefined;
    } catch (error) {
      signal.throwIfAborted();
      report(error);
      return undefined;
    }
  };

  const usable = (
    number: E164,
    entry: CacheEntry | undefined,
    dates: ConsentDates | undefined,
  ): BulkAnswer | undefined => {
    if (entry === undefined || entry.number !== number) return undefined;
    const since = dates?.get(number);
    if (since !== undefined && entry.answer.reassigned?.since !== since) return undefined;
    // The age counts beside `expiresAt`: if a shorter time is set later, it applies to older entries too.
    const ageMs = clock.now() - entry.answer.checkedAt.getTime();
    return ageMs < (keepMs.get(entry.answer.status) ?? 0) ? entry.answer : undefined;
  };

  const keep = async (numbers: readonly E164[], outcomes: readonly NumberOutcome[]): Promise<void> => {
    const now = clock.now();
    const entries: CacheEntry[] = [];
    for (const [index, number] of numbers.entries()) {
      const entry = entryOf(number, outcomes[index], now, keepMs);
      if (entry !== undefined) entries.push(entry);
    }
    try {
      if (entries.length > 0) await cache.setMany(entries);
    } catch (error) {
      report(error);
    }
  };

  return sameKind(checker, async (numbers, context) => {
    context.signal.throwIfAborted();
    const known = await lookUp(numbers, context);
    const unknown = known === undefined ? numbers : numbers.filter((_, index) => known[index] === undefined);
    if (known !== undefined && unknown.length === 0) return known.map((answer) => answer ?? 'check_failed');
    const asked = await outcomesOf(unknown.length, () => ask(unknown, context));
    // Not awaited: a slow cache must not delay an answer, and a lost entry only costs a call.
    void keep(unknown, asked);
    if (known === undefined) return resultOf(asked);
    const fresh = asked.values();
    return resultOf(
      known.map(
        (answer) =>
          (answer === undefined ? fresh.next().value : undefined) ?? { answer: answer ?? 'check_failed' },
      ),
    );
  });
}

function entryOf(
  number: E164,
  outcome: NumberOutcome | undefined,
  now: number,
  keepMs: ReadonlyMap<VerificationStatus, number>,
): CacheEntry | undefined {
  if (outcome === undefined || 'error' in outcome) return undefined;
  // The checker's own object may hold anything: a cache cannot keep all of that, and a getter of it may throw.
  const { answer: read, malformed } = readCheckAnswer(outcome.answer);
  // Without its time, its age is unknown.
  if (read === undefined || malformed.includes('checkedAt')) return undefined;
  const details: DetailedAnswer = typeof read === 'string' ? { status: read } : read;
  // An answer from the future would be kept until then.
  const checkedAtMs = Math.min(details.checkedAt?.getTime() ?? now, now);
  const expiresAt = checkedAtMs + (keepMs.get(details.status) ?? 0);
  if (expiresAt <= now) return undefined;
  return { number, answer: { ...details, checkedAt: new Date(checkedAtMs) }, expiresAt };
}

function readKeepMs(keepMs: CachedOptions['keepMs']): ReadonlyMap<VerificationStatus, number> {
  const read = new Map<VerificationStatus, number>();
  for (const [name, value] of Object.entries(keepMs)) {
    const status = VERIFICATION_STATUSES.find((one) => one === name);
    if (status === undefined) throw new TypeError(`keepMs has ${name}, which is no verification status`);
    if (value !== undefined) read.set(status, numberOption(`keepMs.${name}`, value));
  }
  if ([...read.values()].some((value) => value > 0)) return read;
  throw new RangeError('keepMs keeps no answer: give a time for a status, or leave the cache out');
}
