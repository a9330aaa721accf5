import { DialproofError, type VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { readJsonObject } from '../message/json-body.js';
import { wireVerification } from '../message/to-wire.js';
import { verifyBody } from '../wire/shapes.js';
import type { AccountHandler } from './operation.js';

/** `POST /v1/verify`: one number, answered at once. */
export function verifyHandler(service: VerificationService, maxJsonBytes: number): AccountHandler {
  return async ({ request, accountId, once }) => {
    const body = verifyBody.safeParse(await readJsonObject(request, maxJsonBytes));
    if (!body.success) {
      throw new DialproofError('invalid_phone', { hint: 'the body must have a "phone", a string' });
    }
    const { phone } = body.data;
    return once.answer(
      async (attempt) => {
        const verification = await service.verify({
          accountId,
          phone,
          signal: request.signal,
          ...(attempt === undefined ? {} : { requestId: `${attempt.requestId} ${phone}` }),
        });
        return jsonReply(200, wireVerification(verification));
      },
      () => ({ text: JSON.stringify(['verify', phone]), bytes: 0 }),
    );
  };
}
