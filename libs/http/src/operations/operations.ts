import type { z } from 'zod';
import type { HttpReply } from '../message/http-message.js';
import { credits, register, showAccount } from './account/account.js';
import { creditEntries } from './account/credit-entries.js';
import { createToken, listTokens, removeToken } from './account/tokens.js';
import { defineOpenOperation, type Operation } from './definition/define-operation.js';
import { preview } from './files/preview.js';
import { submit } from './files/submit.js';
import { listChanges, listRuns, runList } from './lists/list-runs.js';
import { changeList, createList, listLists, removeList, showList } from './lists/lists.js';
import { eraseNumber } from './suppressions/erase-number.js';
import {
  addSuppressions,
  listSuppressions,
  removeSuppression,
  suppressFile,
} from './suppressions/suppressions.js';
import { changes } from './tasks/changes.js';
import { download } from './tasks/download.js';
import { events } from './tasks/events.js';
import { rows } from './tasks/rows.js';
import { cancel, list, poll, remove, retry } from './tasks/tasks.js';
import { verify } from './verify.js';
import { listDeliveries, replayWebhook } from './webhooks/deliveries.js';
import { createWebhook, listWebhooks, removeWebhook, rotateWebhookSecret } from './webhooks/webhooks.js';

/** The description of this server, which stays the same while it runs. It has no data of an account, so anyone may cache it for a while. */
const describe = defineOpenOperation({
  method: 'GET',
  path: '/v1/openapi.json',
  tag: 'service',
  summary: 'Read this description',
  reply: {
    kind: 'stream',
    status: 200,
    description: 'The operations of this server, as OpenAPI 3.1',
    content: { 'application/json': 'object' },
    headers: { 'Cache-Control': 'public, max-age=300' },
  },
  errors: [],
  async run(_service, { parts }): Promise<HttpReply> {
    const reply = parts.description();
    return { ...reply, headers: { ...reply.headers, 'cache-control': 'public, max-age=300' } };
  },
});

/** Every operation of the contract, by its name. */
export const OPERATIONS = Object.freeze({
  verify,
  submit,
  preview,
  list,
  poll,
  rows,
  changes,
  remove,
  cancel,
  retry,
  events,
  download,
  createList,
  listLists,
  showList,
  changeList,
  removeList,
  listRuns,
  runList,
  listChanges,
  listSuppressions,
  addSuppressions,
  suppressFile,
  removeSuppression,
  eraseNumber,
  showAccount,
  credits,
  creditEntries,
  createWebhook,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  rotateWebhookSecret,
  listDeliveries,
  createToken,
  listTokens,
  removeToken,
  register,
  describe,
}) satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;

/** The JSON that an operation answers. */
export type ReplyOf<Name extends OperationName> = (typeof OPERATIONS)[Name]['reply'] extends {
  readonly shape: infer Shape;
}
  ? z.output<Shape>
  : never;

/** The names of the operations, in the order of the list. */
// Object.keys forgets the type of the keys.
export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];
