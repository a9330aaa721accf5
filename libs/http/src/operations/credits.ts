import type { VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import type { WireCredits } from '../wire/shapes.js';
import type { AccountHandler } from './operation.js';

/** `GET /v1/credits`: the balance of the account. */
export function creditsHandler(service: VerificationService): AccountHandler {
  return async ({ accountId }) => {
    const { available, held } = await service.balance(accountId);
    const answer: WireCredits = { available, held };
    return jsonReply(200, answer);
  };
}
