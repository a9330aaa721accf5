import type { CostReport } from '@dialproof/checkers/around';
import * as around from '@dialproof/checkers/around';
import { chain } from '@dialproof/checkers/chain';
import { evidenceChecker } from '@dialproof/checkers/evidence';
import { httpChecker } from '@dialproof/checkers/http';
import { infobipChecker } from '@dialproof/checkers/infobip';
import {
  type BulkNumberChecker,
  MemoryAnswerCache,
  MemoryObservationStore,
  type NumberChecker,
  normalizePhone,
} from '@dialproof/core';
import { truthOf } from './soak-truth.js';
import { API_KEY, appDescription } from './soak-upstream.js';

export interface SoakLimits {
  readonly appCallsPerSecond: number;
  readonly lineCallsPerSecond: number;
}

export interface StackOptions {
  readonly numbers: ReadonlySet<string>;
  readonly seed: number;
  /** The addresses of the upstreams. */
  readonly appsUrl: string;
  readonly linesUrl: string;
  readonly limits: SoakLimits;
  readonly checkDeadlineMs: number;
  /** For files. */
  readonly folder: string;
}

/** A checker with all its wrappers, and the service's options for it. */
export interface SoakStack {
  readonly checker: NumberChecker | BulkNumberChecker;
  /** For the service's options of these names. */
  readonly checkConcurrency: number;
  readonly maxCallsPerSecond: number;
  /** The most numbers of one call of the lookup of lines. */
  readonly numbersPerCall: number;
  costs(): { readonly apps: CostReport; readonly lines: CostReport };
}

/** At the default rate, this many arrive while a batch is collected, so most calls are full. */
const NUMBERS_PER_CALL = 50;
const COLLECT_MS = 250;
/** The app's calls of this many seconds are under way. Half of them are the other account's, for the same numbers. */
const SECONDS_AT_ONCE = 1.5;
const DAY_MS = 86_400_000;
/** With a fifth of the calls failing, half of the last 20 may fail by chance. So the window is longer. */
const CIRCUIT = { windowCalls: 100, minCalls: 50, openMs: 1_000 };
const PAUSES = { attempts: 2, firstPauseMs: 20, longestPauseMs: 200 };
/** Well below the deadline of a check, so that the limit is reported, and no check fails because of it. */
const LONGEST_WAIT_MS = 2_000;
const PRICE = { perNumber: 0.001 };

/** All wrappers of checkers, in the order of the README: first the observations, then the app, then the lines. */
export async function wrappedStack(options: StackOptions): Promise<SoakStack> {
  const { appsUrl, limits, linesUrl, numbers, seed } = options;
  const app = around.withCostRecord(httpChecker(appDescription(appsUrl)) as NumberChecker, PRICE);
  const line = around.withCostRecord(infobipChecker({ baseUrl: linesUrl, apiKey: API_KEY }), PRICE);
  const appLink = guarded(app, limits.appCallsPerSecond);
  const batches = around.batched(guarded(line, limits.lineCallsPerSecond), {
    collectMs: COLLECT_MS,
    maxNumbers: NUMBERS_PER_CALL,
  });
  const links = [
    oneByOne(evidenceChecker({ store: await seenNumbers(numbers, seed), maxAgeMs: 30 * DAY_MS })),
    kept(appLink, numbers.size),
    kept({ check: batches.check }, numbers.size),
  ];
  return {
    checker: around.coalesced(chain(links)),
    checkConcurrency: Math.ceil(limits.appCallsPerSecond * SECONDS_AT_ONCE),
    maxCallsPerSecond: Number.POSITIVE_INFINITY,
    numbersPerCall: NUMBERS_PER_CALL,
    costs: () => ({ apps: app.costReport(), lines: line.costReport() }),
  };
}

function guarded<Checker extends NumberChecker | BulkNumberChecker>(checker: Checker, perSecond: number) {
  const limited = around.withRateLimit(
    around.withSpendingLimit(checker, { perDay: 1_000_000, price: PRICE }),
    { perSecond, maxWaitMs: LONGEST_WAIT_MS },
  );
  return around.withAttempts(around.withCircuitBreaker(limited, CIRCUIT), PAUSES);
}

/** Keeps also the answer that a number is not on the app, which is not a status. */
function kept(checker: NumberChecker, maxNumbers: number): NumberChecker {
  const cache = new MemoryAnswerCache({ maxNumbers });
  const keepMs = { telegram_registered: DAY_MS, dead: DAY_MS, inactive: DAY_MS, unknown: DAY_MS };
  return around.cached(checker, { cache, keepMs });
}

/** Makes the service check one number at a time, so that a stalled call affects no other number. */
function oneByOne(checker: BulkNumberChecker): NumberChecker {
  return {
    async check(number, context) {
      const [answer] = await checker.checkMany([number], context);
      if (answer === undefined || answer === 'check_failed') throw new Error('the check has failed');
      return answer;
    },
  };
}

export async function seenNumbers(
  numbers: ReadonlySet<string>,
  seed: number,
): Promise<MemoryObservationStore> {
  const store = new MemoryObservationStore();
  const seen = [...numbers].filter((number) => truthOf(number, seed).isSeen);
  const seenAt = Date.now();
  await store.record(
    seen.map((number) => ({ number: normalizePhone(number), app: 'whatsapp', seenAt, source: 'import' })),
  );
  return store;
}
