import type { ApiClient } from '../server/api-client.js';
import type { DrillAccount } from '../server/drill-account.js';
import type { Violations } from '../violations.js';
import {
  type KeyedReply,
  type KeyedRequest,
  keyedUpload,
  keyedVerification,
  keyedWebhook,
  send,
} from './keyed-request.js';

/** A request that was sent before the server was killed, with its answer if one came. */
export interface CutRequest {
  readonly request: KeyedRequest;
  readonly answer: KeyedReply | undefined;
}

export interface KeysState {
  readonly client: ApiClient;
  readonly account: DrillAccount;
  readonly violations: Violations;
}

/** An account may have ten webhooks. */
const MAX_WEBHOOKS = 8;

/** Sends requests of every kind with new keys. */
export function sendAll({ account, client }: KeysState, serial: number): readonly Promise<CutRequest>[] {
  const requests = [
    keyedVerification(serial),
    keyedUpload(serial),
    ...(serial < MAX_WEBHOOKS ? [keyedWebhook(serial)] : []),
  ];
  const asked = { base: client.base, token: account.token };
  return requests.map(async (request) => ({ request, answer: await send(asked, request) }));
}
