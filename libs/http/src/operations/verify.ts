import type { VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { JsonValues } from '../message/json-values.js';
import { wireVerification } from '../message/to-wire.js';
import { verifyBody } from '../wire/shapes.js';
import { jsonHandler, signalOf } from './json-handler.js';
import type { AccountHandler } from './operation.js';

const BODY = new JsonValues(verifyBody, 'invalid_phone');

/** `POST /v1/verify`: one number, answered at once. */
export function verifyHandler(service: VerificationService, maxJsonBytes: number): AccountHandler {
  return jsonHandler({
    maxJsonBytes,
    values: BODY,
    async answer({ accountId, body: { phone }, request, attempt }) {
      const verification = await service.verify({
        accountId,
        phone,
        signal: signalOf(request, attempt),
        ...(attempt === undefined ? {} : { requestId: attempt.requestId }),
      });
      return jsonReply(200, wireVerification(verification));
    },
  });
}
