import { assertOptionNames, type NumberChecker, VERIFICATION_STATUSES } from '@dialproof/core';
import { z } from 'zod';
import { digitsOf } from '../upstream/upstream-reply.js';
import {
  DialproofApi,
  type DialproofOptions,
  reportedReason,
  reportedSource,
  SOURCE,
} from './dialproof-api.js';

const verification = z.object({
  phone: z.string(),
  status: z.enum(VERIFICATION_STATUSES),
  checked_at: z.iso.datetime(),
  source: reportedSource,
  reason: reportedReason,
});

/**
 * Asks another service that speaks this same API (`POST /v1/verify`) about one number at a time: another installation, or any vendor with
 * this contract. The answers are those of that service's checker. Each answer costs a credit of the account there. A check that failed
 * there is answered `unknown`, like an answer `unknown`, and counts as an answer. For whole files, use `dialproofBatchChecker`, which can
 * tell the two apart.
 */
export function dialproofChecker(options: DialproofOptions): NumberChecker {
  assertOptionNames('dialproofChecker', options, { baseUrl: true, fetch: true, token: true });
  const api = new DialproofApi(options);
  return {
    async check(number, context) {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const request = { method: 'POST', headers, body: JSON.stringify({ phone: number }) };
      const reply = await api.ask('/v1/verify', request, context);
      const { data } = verification.safeParse(api.json(reply));
      if (data === undefined) throw api.failure('answered with another shape');
      if (digitsOf(data.phone) !== number.slice(1)) throw api.failure('answered about another number');
      const reason = reply.quotable(data.reason);
      return {
        status: data.status,
        source: reply.quotable(data.source) ?? SOURCE,
        checkedAt: new Date(data.checked_at),
        ...(reason === undefined ? {} : { reason }),
      };
    },
  };
}
