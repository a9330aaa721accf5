import {
  type BulkNumberChecker,
  DialproofError,
  type NumberChecker,
  type VerificationStatus,
} from '@dialproof/core';
import type { UpstreamReply } from './upstream.js';

/** A checker as a host would write it for an upstream, for one number a call or for many. */
export function upstreamChecker(
  ask: (numbers: readonly string[]) => Promise<UpstreamReply>,
  numbersPerCall: number,
): NumberChecker | BulkNumberChecker {
  if (numbersPerCall > 1) {
    return { maxNumbers: numbersPerCall, checkMany: async (numbers) => answersOf(await ask(numbers)) };
  }
  return {
    async check(number) {
      const [answer] = answersOf(await ask([number]));
      // There are as many answers as numbers.
      return answer as VerificationStatus;
    },
  };
}

function answersOf(reply: UpstreamReply): readonly VerificationStatus[] {
  switch (reply.kind) {
    case 'answered':
      return reply.answers;
    case 'unavailable': {
      const { retryAfterMs } = reply;
      throw new DialproofError('checker_unavailable', retryAfterMs === null ? {} : { retryAfterMs });
    }
    case 'failed':
      // The failure is not due to a number, so a bulk call is repeated unchanged.
      throw Object.assign(new Error('the upstream answered 502'), { retryAfterMs: 0 });
    default:
      return reply satisfies never;
  }
}
