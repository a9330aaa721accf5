import { type AccountRegistry, accountId } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { JsonValues } from '../message/json-values.js';
import { isoTime } from '../message/to-wire.js';
import { registerBody, type WireAccount } from '../wire/shapes.js';
import type { OpenHandler } from './operation.js';

const BODY = new JsonValues(registerBody, 'invalid_email');

/** `POST /v1/accounts`: opens an account for an email address and shows its first token, once. */
export function registerHandler(accounts: AccountRegistry, maxJsonBytes: number): OpenHandler {
  return async (request, subject) => {
    const asked = await BODY.read(request, maxJsonBytes);
    const registered = await accounts.register(asked.email);
    const { email, createdAt, token } = registered;
    const id = accountId(registered.accountId);
    subject.accountId = id;
    const answer: WireAccount = {
      account_id: id,
      email,
      created_at: isoTime(createdAt),
      token,
    };
    return jsonReply(201, answer);
  };
}
