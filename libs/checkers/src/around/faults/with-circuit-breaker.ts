import { assertOptionNames, type Clock, millisecondsOption, systemClock } from '@dialproof/core';
import { integerOption, numberOption } from '../../calls/option-checks.js';
import { type AnyChecker, askOf, type SameKind, sameKind, statusOf } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { Circuit } from './circuit.js';
import { FailedNumbers } from './failed-numbers.js';

export interface CircuitBreakerOptions {
  /** The share of failed calls among the last ones that opens the circuit, above 0 and at most 1. Default 0.5. */
  readonly failureShare?: number;
  /** The number of last calls that are judged, 1 to 10,000. Default 20. */
  readonly windowCalls?: number;
  /** The number of ended calls before it may open, at most `windowCalls`. Default 10, or `windowCalls` if that is less. */
  readonly minCalls?: number;
  /** Milliseconds for which it stays open at first, at least 1. Default 5,000. The time doubles after each failed probe. */
  readonly openMs?: number;
  /**
   * The longest time for which it stays open, in milliseconds, unless the upstream asks for more. Default 30,000, or `openMs` if that is
   * more.
   */
  readonly longestOpenMs?: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

export interface HasCircuit {
  /** `half_open`: the next call is let through as a probe, or one is under way. */
  readonly circuitState: 'closed' | 'open' | 'half_open';
}

/**
 * Makes no calls while too many fail: the circuit is open, and calls are rejected with an outage. After its `retryAfterMs`, one call is
 * admitted as the probe. With its answer the circuit closes.
 *
 * A call counts as failed if it rejects, or if it is aborted while nothing else is answered. One of numbers that have all failed before is
 * not counted, nor is an answer that leaves every number open: these numbers may be the reason, and the last ones of a file that are left.
 * An outage counts, and opens the circuit at once where it names a time; while the circuit is open, its code and its hint are given. Once
 * that time is over, the circuit closes with any answer but another outage.
 *
 * Throws TypeError or RangeError for an option out of its limits.
 */
export function withCircuitBreaker<Checker extends AnyChecker>(
  checker: Checker,
  options: CircuitBreakerOptions = {},
): SameKind<Checker> & HasCircuit {
  assertOptionNames('withCircuitBreaker', options, {
    clock: true,
    failureShare: true,
    longestOpenMs: true,
    minCalls: true,
    openMs: true,
    windowCalls: true,
  });
  const ask = askOf(checker);
  const clock = options.clock ?? systemClock;
  const windowCalls = integerOption('windowCalls', options.windowCalls ?? 20, { max: 10_000 });
  const openMs = millisecondsOption('openMs', options.openMs ?? 5_000);
  const circuit = new Circuit({
    failureShare: numberOption('failureShare', options.failureShare ?? 0.5, { min: 0.001, max: 1 }),
    windowCalls,
    minCalls: integerOption('minCalls', options.minCalls ?? Math.min(10, windowCalls), { max: windowCalls }),
    openMs,
    longestOpenMs: millisecondsOption('longestOpenMs', options.longestOpenMs ?? Math.max(30_000, openMs), {
      least: openMs,
    }),
    clock,
  });

  const failed = new FailedNumbers();
  const wrapped = sameKind(checker, async (numbers, context) => {
    const call = circuit.begin();
    try {
      // A checker that ignores its signal would keep the circuit half open for ever.
      const answers = await unlessAborted(ask(numbers, context), context.signal);
      if (answers.some((answer) => statusOf(answer) !== undefined)) circuit.succeed(call);
      else circuit.endOpen(call);
      failed.forget(numbers);
      return answers;
    } catch (error) {
      circuit.fail(call, error, { isAborted: context.signal.aborted, isRepeat: failed.note(numbers) });
      throw error;
    }
  });
  return Object.defineProperty(wrapped, 'circuitState', {
    get: () => circuit.state,
    enumerable: true,
  }) as SameKind<Checker> & HasCircuit;
}
