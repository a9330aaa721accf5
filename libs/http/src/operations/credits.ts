import type { VerificationService } from '@dialproof/core';
import { jsonReply } from '../http-message.js';
import type { WireCredits } from '../wire-shapes.js';
import type { AccountOperation } from './operation.js';

/** `GET /v1/credits`: what the account has left. */
export function creditsOperation(service: VerificationService): AccountOperation {
  return {
    name: 'credits',
    method: 'GET',
    path: '/v1/credits',
    access: 'account',
    async run(_request, accountId) {
      const { available, held } = await service.balance(accountId);
      const answer: WireCredits = { available, held };
      return jsonReply(200, answer);
    },
  };
}
