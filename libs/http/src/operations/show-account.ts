import { createHash } from 'node:crypto';
import type { AccountId } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import type { WireAccountMark } from '../wire/shapes.js';
import type { AccountHandler } from './operation.js';

/** 96 bits: no two accounts of a host have the same. */
const MARK_CHARS = 16;

/** `GET /v1/account`: whose token it is, as far as callers have to know. */
export const showAccountHandler: AccountHandler = async ({ accountId }) => {
  const answer: WireAccountMark = { account: accountMark(accountId) };
  return jsonReply(200, answer);
};

/** Distinguishes accounts. It is not the id, since hosts use names and addresses as ids, and tokens are passed on to others. */
function accountMark(accountId: AccountId): string {
  return createHash('sha256')
    .update(`dialproof account ${accountId}`)
    .digest('base64url')
    .slice(0, MARK_CHARS);
}
