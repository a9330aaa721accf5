import {
  assertOptionNames,
  type BulkAnswer,
  type Clock,
  millisecondsOption,
  systemClock,
} from '@dialproof/core';
import { ConstantBackoff, ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { isOutage, retryAfterOf } from '../../calls/number-outcomes.js';
import { functionOption, integerOption } from '../../calls/option-checks.js';
import { type AnyChecker, askOf, type SameKind, sameKind, statusOf } from '../../calls/same-kind.js';
import { wait } from '../../calls/waiting.js';

export interface AttemptOptions {
  /** The number of attempts in all, 2 to 10. Default 2. */
  readonly attempts?: number;
  /** About how many milliseconds the first pause takes; each further one is about twice as long. Default 200. */
  readonly firstPauseMs?: number;
  /** The longest pause, in milliseconds. Default 2,000. An error whose `retryAfterMs` is longer is not tried again here. */
  readonly longestPauseMs?: number;
  /** Whether an error is worth another attempt. Default: every one. An outage never is. */
  readonly isWorthwhile?: (error: unknown) => boolean;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/**
 * Tries a failed check again within the same call, while its deadline lasts. The service tries a file's numbers again by itself, after
 * seconds. This is for single checks, which it does not, and for a link of a chain, whose failure would cost a second call of the links
 * before. Of a bulk call, the numbers that failed are tried again.
 *
 * An outage that comes after a failed attempt leaves the check failed: the next number meets it too.
 *
 * A call that may have been charged without an answer is repeated here too: leave such errors out by `isWorthwhile`.
 *
 * Throws TypeError or RangeError for an option out of its limits.
 */
export function withAttempts<Checker extends AnyChecker>(
  checker: Checker,
  options: AttemptOptions = {},
): SameKind<Checker> {
  assertOptionNames('withAttempts', options, {
    attempts: true,
    clock: true,
    firstPauseMs: true,
    isWorthwhile: true,
    longestPauseMs: true,
  });
  const ask = askOf(checker);
  const attempts = integerOption('attempts', options.attempts ?? 2, { min: 2, max: 10 });
  const maxDelay = millisecondsOption('longestPauseMs', options.longestPauseMs ?? 2_000, { least: 0 });
  const initialDelay = millisecondsOption('firstPauseMs', options.firstPauseMs ?? Math.min(200, maxDelay), {
    least: 0,
    most: maxDelay,
  });
  const isWorthwhile = functionOption('isWorthwhile', options.isWorthwhile) ?? (() => true);
  const clock = options.clock ?? systemClock;
  const pauses = new ExponentialBackoff({ initialDelay, maxDelay });

  const isTriedAgain = (error: unknown): boolean =>
    !isOutage(error) && (retryAfterOf(error) ?? 0) <= maxDelay && isWorthwhile(error);
  // The pauses are our own, since cockatiel's take no clock and continue after an abort.
  const policy = retry(handleWhen(isTriedAgain).orWhenResult(hasFailed), {
    maxAttempts: attempts - 1,
    backoff: new ConstantBackoff(0),
  });

  return sameKind(checker, async (numbers, context) => {
    // Nearly all calls end here, without the cost of further attempts.
    let first: () => readonly BulkAnswer[];
    try {
      const given = await ask(numbers, context);
      if (!hasFailed(given)) return given;
      first = () => given;
    } catch (error) {
      first = () => {
        throw error;
      };
    }
    const answers: BulkAnswer[] = numbers.map(() => 'check_failed');
    let pause = pauses.next();
    let retryAfterMs = 0;
    /** The outcome of an earlier attempt. */
    let earlier: (() => readonly BulkAnswer[]) | undefined;
    const attempt = async (isFirst: boolean): Promise<readonly BulkAnswer[]> => {
      if (!isFirst) {
        await wait(clock, Math.max(pause.duration, retryAfterMs), context.signal);
        pause = pause.next(undefined);
      }
      const failed = numbers.flatMap((number, index) =>
        answers[index] === 'check_failed' ? [{ number, index }] : [],
      );
      retryAfterMs = 0;
      const given = isFirst
        ? first()
        : await ask(
            failed.map(({ number }) => number),
            context,
          );
      for (const [position, { index }] of failed.entries())
        answers[index] = given[position] ?? 'check_failed';
      earlier = () => answers;
      return answers;
    };
    try {
      return await policy.execute(
        ({ attempt: before }) =>
          attempt(before === 0).catch((error: unknown) => {
            retryAfterMs = retryAfterOf(error) ?? 0;
            if (!isOutage(error)) {
              earlier = () => {
                throw error;
              };
            }
            throw error;
          }),
        context.signal,
      );
    } catch (error) {
      // The answers of earlier attempts are paid for.
      if (answers.some((answer) => statusOf(answer) !== undefined)) return answers;
      // A failed check stays failed. The outage may be a consequence of it, like that of a circuit: then the number would wait for ever.
      if (isOutage(error) && earlier !== undefined) return earlier();
      throw error;
    }
  });
}

function hasFailed(answers: unknown): boolean {
  return Array.isArray(answers) && answers.includes('check_failed');
}
