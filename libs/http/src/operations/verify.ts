import type { VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { JsonValues } from '../message/json-values.js';
import { wireVerification } from '../message/to-wire.js';
import { verifyBody } from '../wire/shapes.js';
import type { AccountHandler } from './operation.js';

const BODY = new JsonValues(verifyBody, 'invalid_phone');

/** `POST /v1/verify`: one number, answered at once. */
export function verifyHandler(service: VerificationService, maxJsonBytes: number): AccountHandler {
  return async ({ request, accountId, once }) => {
    const { phone } = await BODY.read(request, maxJsonBytes);
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
