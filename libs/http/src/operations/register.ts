import { type AccountRegistry, accountId, DialproofError } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { readJsonObject } from '../message/json-body.js';
import { isoTime } from '../message/to-wire.js';
import { registerBody, type WireAccount } from '../wire/shapes.js';
import type { OpenHandler } from './operation.js';

/** `POST /v1/accounts`: opens an account for an email address and shows its first token, once. */
export function registerHandler(accounts: AccountRegistry, maxJsonBytes: number): OpenHandler {
  return async (request) => {
    const body = registerBody.safeParse(await readJsonObject(request, maxJsonBytes));
    if (!body.success) {
      throw new DialproofError('invalid_email', { hint: 'the body must have an "email", a string' });
    }
    const { accountId: id, email, createdAt, token } = await accounts.register(body.data.email);
    const answer: WireAccount = {
      account_id: accountId(id),
      email,
      created_at: isoTime(createdAt),
      token,
    };
    return jsonReply(201, answer);
  };
}
