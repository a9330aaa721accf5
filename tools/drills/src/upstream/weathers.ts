import { createSeededRandom } from '@dialproof/generate';
import { shareOf } from './number-hash.js';
import type { Weather } from './upstream.js';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** By default, a check is given up after one more failure than this. With at most this many, a retry succeeds. */
const MOST_FAILURES = 2;

/** Gives this many answers a minute, by the clock's full minutes. Then it refuses until the next minute, with that time. */
export function minuteQuota(answersPerMinute: number): Weather {
  let minute = -1;
  let left = 0;
  return {
    judge({ nowMs, numbers }) {
      const current = Math.floor(nowMs / MINUTE_MS);
      if (current !== minute) left = answersPerMinute;
      minute = current;
      if (left < numbers.length) {
        return { kind: 'unavailable', retryAfterMs: Math.ceil((current + 1) * MINUTE_MS - nowMs) };
      }
      left -= numbers.length;
      return 'answer';
    },
  };
}

/** This share of the numbers fails at every call. */
export function numbersFail(share: number, seed: number): Weather {
  const fails = (number: string): boolean => shareOf(number, ~seed) < share;
  return {
    judge: ({ numbers }) => (numbers.some(fails) ? { kind: 'failed', retryAfterMs: null } : 'answer'),
    neverAnswers: fails,
  };
}

/** Answers every call. */
export function fair(): Weather {
  return { judge: () => 'answer' };
}

/** This share of the numbers fails at the first call. */
export function firstCallFails(share: number, seed: number): Weather {
  const failed = new Set<string>();
  return {
    judge({ numbers: [number = ''] }) {
      if (shareOf(number, ~seed) >= share || failed.has(number)) return 'answer';
      failed.add(number);
      return { kind: 'failed', retryAfterMs: null };
    },
  };
}

/** Is unavailable after this many answers, for this long. It says so, or each call just fails. */
export function away(afterAnswers: number, forMs: number, kind: 'unavailable' | 'failed'): Weather {
  let backAt = Number.POSITIVE_INFINITY;
  return {
    judge({ answered, nowMs }) {
      if (answered < afterAnswers || nowMs >= backAt) return 'answer';
      if (backAt === Number.POSITIVE_INFINITY) backAt = nowMs + forMs;
      return { kind, retryAfterMs: null };
    },
  };
}

/** This share of the calls fails, but no number so often that retries are used up. */
export function someCallsFail(share: number, seed: number): Weather {
  const random = createSeededRandom(seed);
  const failures = new Map<string, number>();
  return {
    judge({ numbers }) {
      const isMended = numbers.some((number) => (failures.get(number) ?? 0) >= MOST_FAILURES);
      if (!random.chance(share) || isMended) return 'answer';
      for (const number of numbers) failures.set(number, (failures.get(number) ?? 0) + 1);
      return { kind: 'failed', retryAfterMs: null };
    },
  };
}

/** This share of the calls reports that no number can be checked, although other calls succeed. */
export function someCallsUnavailable(share: number, seed: number): Weather {
  const random = createSeededRandom(seed);
  return {
    judge: () => (random.chance(share) ? { kind: 'unavailable', retryAfterMs: null } : 'answer'),
  };
}

/** Answers this many calls within any second. The others get the time of the next free place, like a Retry-After. */
export function callsPerSecond(limit: number): Weather {
  const admitted: number[] = [];
  return {
    judge({ nowMs }) {
      const oldest = admitted.at(-limit);
      if (oldest !== undefined && nowMs < oldest + SECOND_MS) {
        return { kind: 'unavailable', retryAfterMs: Math.ceil(oldest + SECOND_MS - nowMs) };
      }
      admitted.push(nowMs);
      return 'answer';
    },
  };
}
