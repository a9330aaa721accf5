import {
  assertOptionNames,
  type BulkNumberChecker,
  type CheckContext,
  type Clock,
  type DetailedAnswer,
  type E164,
  type Observation,
  type ObservationStore,
  type ObservedApp,
  phoneInCell,
  systemClock,
  type VerificationStatus,
} from '@dialproof/core';

/** The largest difference between the clocks of an app and of this machine. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** Before this time, none of the apps existed. A date of eight digits that is read as seconds is earlier too. */
const EARLIEST = Date.UTC(2009, 0, 1);

/**
 * The time of an observation, as it may be recorded. A time up to five minutes ahead of this machine's clock becomes now, since clocks differ
 * by seconds. Returns undefined for one further ahead, or before the apps existed: it is a mistake. An observation from the future would never
 * grow old, and no true one could replace it.
 */
export function seenTime(milliseconds: number, now: number): number | undefined {
  if (!Number.isFinite(milliseconds) || milliseconds < EARLIEST) return undefined;
  if (milliseconds > now + CLOCK_DIFFERENCE_MS) return undefined;
  return Math.floor(Math.min(milliseconds, now));
}

const INTERNATIONAL = /^\+?([1-9]\d{6,14})$/;

/** Reads a number in the form of the apps: E.164, with or without its +. Returns undefined for an id that is no number. */
export function appNumber(text: string): E164 | undefined {
  const digits = INTERNATIONAL.exec(text.trim())?.[1];
  return digits === undefined ? undefined : (phoneInCell(`+${digits}`).number ?? undefined);
}

export interface EvidenceCheckerOptions {
  /** The store into which the webhooks and the import of this folder record. */
  readonly store: Pick<ObservationStore, 'find'>;
  /** The largest age of an observation that counts, in milliseconds, above 0. Numbers are reassigned: choose some months at most. */
  readonly maxAgeMs: number;
  /** Measures the age. Default the machine's own clock. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** The first app has precedence: a number is `telegram_registered` only if it was not seen on the first app. */
const STATUS_OF_APP: Readonly<Record<ObservedApp, VerificationStatus>> = {
  whatsapp: 'wa_registered',
  telegram: 'telegram_registered',
};

/** The `reason` of the answer for a number that was not seen, or not lately. It is no finding, so a chain goes on to its next link. */
export const NOT_SEEN = 'not_seen';

const MAX_NUMBERS = 1_000;

/**
 * Answers from the operator's own observations, without an upstream and at no cost: a number that was seen on an app is registered there,
 * as of that time. It cannot know that a number is dead or on no app: an unseen number is `unknown`, which is charged if this is the only
 * checker. So it is the first link of a chain.
 *
 * The answer's `source` is `evidence`, its `reason` that of the observation's source, its `checkedAt` when the number was seen. A store
 * that fails is a failed check of all numbers of the call.
 *
 * Throws TypeError for a store without `find`, RangeError for a `maxAgeMs` that is not above 0.
 */
export function evidenceChecker(options: EvidenceCheckerOptions): BulkNumberChecker {
  assertOptionNames('evidenceChecker', options, { clock: true, maxAgeMs: true, store: true });
  const { store, maxAgeMs, clock = systemClock } = options;
  if (typeof store?.find !== 'function') throw new TypeError('option store must be an ObservationStore');
  if (!(maxAgeMs > 0)) throw new RangeError(`maxAgeMs is ${maxAgeMs}, expected milliseconds, more than 0`);

  return {
    maxNumbers: MAX_NUMBERS,
    async checkMany(numbers: readonly E164[], { signal }: CheckContext): Promise<readonly DetailedAnswer[]> {
      signal.throwIfAborted();
      const found = await store.find(numbers, Math.floor(clock.now() - maxAgeMs));
      signal.throwIfAborted();
      const best = bestOfEach(found);
      return numbers.map((number) => answerOf(best.get(number)));
    },
  };
}

function bestOfEach(found: readonly Observation[]): ReadonlyMap<E164, Observation> {
  const best = new Map<E164, Observation>();
  for (const observation of found) {
    if (observation.app === 'whatsapp' || !best.has(observation.number))
      best.set(observation.number, observation);
  }
  return best;
}

function answerOf(observation: Observation | undefined): DetailedAnswer {
  if (observation === undefined) return { status: 'unknown', source: 'evidence', reason: NOT_SEEN };
  const { app, seenAt, source } = observation;
  return {
    status: STATUS_OF_APP[app],
    source: 'evidence',
    reason: source,
    checkedAt: new Date(seenAt),
  };
}
