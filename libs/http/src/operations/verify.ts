import { DialproofError, type VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { wireVerification } from '../message/to-wire.js';
import { verifyBody } from '../wire/shapes.js';
import { jsonHandler, signalOf } from './json-handler.js';
import type { AccountHandler } from './operation.js';

/** `POST /v1/verify`: one number, answered at once. */
export function verifyHandler(service: VerificationService, maxJsonBytes: number): AccountHandler {
  return jsonHandler({
    maxJsonBytes,
    read(body) {
      const { data } = verifyBody.safeParse(body);
      if (data !== undefined) return data;
      throw new DialproofError('invalid_phone', { hint: 'the body must have a "phone", a string' });
    },
    async answer({ accountId, body: { phone }, request, attempt }) {
      const verification = await service.verify({
        accountId,
        phone,
        signal: signalOf(request, attempt),
        ...(attempt === undefined ? {} : { requestId: `${attempt.requestId} ${phone}` }),
      });
      return jsonReply(200, wireVerification(verification));
    },
  });
}
