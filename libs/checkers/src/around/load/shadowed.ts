import { setMaxListeners } from 'node:events';
import {
  assertOptionNames,
  type Clock,
  type E164,
  millisecondsOption,
  systemClock,
  systemEntropy,
  type VerificationStatus,
} from '@dialproof/core';
import { outcomesOf } from '../../calls/number-outcomes.js';
import { functionOption, integerOption, numberOption } from '../../calls/option-checks.js';
import {
  type AnyChecker,
  askOf,
  numbersPerCall,
  type SameKind,
  sameKind,
  statusOf,
} from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { ShadowCounts, type ShadowReport } from './shadow-counts.js';

export interface ShadowOptions {
  /** The share of answered numbers that the second checker is asked about, above 0 and at most 1. Default 0.01. */
  readonly share?: number;
  /** The most calls of the second checker under way at once, 1 to 1,000. Numbers beyond them are skipped. Default 5. */
  readonly inFlight?: number;
  /** The longest time of a call of the second checker, in milliseconds, at least 1. Default 10,000. */
  readonly deadlineMs?: number;
  /** From 0 to below 1, for each answered number; it is compared below `share`. Default `Math.random`. */
  readonly random?: () => number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

export interface Shadowed {
  /** The results of the comparisons so far. */
  shadowReport(): ShadowReport;
  /**
   * Makes no more calls of the second checker, and resolves when its calls have ended. Those that have not ended after `graceMs`
   * milliseconds, 5,000 by default, are given up. Safe to call twice.
   */
  close(graceMs?: number): Promise<void>;
}

/**
 * Checks a sample of the first checker's answered numbers with a second checker, in the background, and counts how often they agree. This
 * does not change the first one's answers, failures and times. The kinds of the two may differ.
 *
 * Throws TypeError or RangeError for an option out of its limits.
 */
export function shadowed<Checker extends AnyChecker>(
  checker: Checker,
  second: AnyChecker,
  options: ShadowOptions = {},
): SameKind<Checker> & Shadowed {
  assertOptionNames('shadowed', options, {
    clock: true,
    deadlineMs: true,
    inFlight: true,
    random: true,
    share: true,
  });
  const ask = askOf(checker);
  const askSecond = askOf(second);
  const numbersAtOnce = numbersPerCall(second);
  const share = numberOption('share', options.share ?? 0.01, { min: 1e-9, max: 1 });
  const inFlight = integerOption('inFlight', options.inFlight ?? 5, { max: 1_000 });
  const deadlineMs = millisecondsOption('deadlineMs', options.deadlineMs ?? 10_000);
  const random = functionOption('random', options.random) ?? systemEntropy.fraction;
  const clock = options.clock ?? systemClock;
  const counts = new ShadowCounts();
  const underWay = new Map<AbortController, Promise<void>>();
  let isClosed = false;

  const compare = async (sample: readonly Sampled[], controller: AbortController): Promise<void> => {
    const cancel = clock.schedule(deadlineMs, () =>
      controller.abort(new Error('the second checker is late')),
    );
    const numbers = sample.map(({ number }) => number);
    // It begins in a turn of its own: whatever it does before its first promise must not delay the answer.
    const asked = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return askSecond(numbers, { signal: controller.signal });
    };
    const outcomes = await outcomesOf(sample.length, () => unlessAborted(asked(), controller.signal));
    cancel();
    underWay.delete(controller);
    for (const [index, { status }] of sample.entries()) {
      const outcome = outcomes[index];
      counts.add(status, outcome !== undefined && 'answer' in outcome ? statusOf(outcome.answer) : undefined);
    }
  };

  const shadow = (sample: readonly Sampled[]): void => {
    for (let from = 0; from < sample.length; from += numbersAtOnce) {
      const part = sample.slice(from, from + numbersAtOnce);
      if (underWay.size >= inFlight) {
        counts.skip(part.length);
        continue;
      }
      const controller = new AbortController();
      // Every number of the call may listen to it, and Node would take more than ten listeners for a leak.
      setMaxListeners(0, controller.signal);
      underWay.set(controller, compare(part, controller));
    }
  };

  const wrapped = sameKind(checker, async (numbers, context) => {
    const answers = await ask(numbers, context);
    if (!isClosed) {
      shadow(
        numbers.flatMap((number, index) => {
          const status = statusOf(answers[index]);
          return status !== undefined && random() < share ? [{ number, status }] : [];
        }),
      );
    }
    return answers;
  });

  return Object.assign(wrapped, {
    shadowReport: () => counts.report(),
    async close(graceMs = 5_000) {
      isClosed = true;
      if (underWay.size === 0) return;
      const late = new Error('the second checker is closed');
      const cancel = clock.schedule(millisecondsOption('graceMs', graceMs, { least: 0 }), () => {
        for (const controller of underWay.keys()) controller.abort(late);
      });
      await Promise.all(underWay.values());
      cancel();
    },
  });
}

interface Sampled {
  readonly number: E164;
  readonly status: VerificationStatus;
}
