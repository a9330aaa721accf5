import { DialproofError, type VerificationService } from '@dialproof/core';
import { jsonReply } from '../http-message.js';
import { readJsonObject } from '../json-body.js';
import { isoTime, verifyBody, type WireVerification } from '../wire-shapes.js';
import type { AccountOperation } from './operation.js';

/** `POST /v1/verify`: one number, answered at once. */
export function verifyOperation(service: VerificationService, maxJsonBytes: number): AccountOperation {
  return {
    name: 'verify',
    method: 'POST',
    path: '/v1/verify',
    access: 'account',
    async run(request, accountId) {
      const body = verifyBody.safeParse(await readJsonObject(request, maxJsonBytes));
      if (!body.success) {
        throw new DialproofError('invalid_phone', { hint: 'the body must have a "phone", a string' });
      }
      const { phone, status, checkedAt } = await service.verify({
        accountId,
        phone: body.data.phone,
        signal: request.signal,
      });
      const answer: WireVerification = { phone, status, checked_at: isoTime(checkedAt) };
      return jsonReply(200, answer);
    },
  };
}
