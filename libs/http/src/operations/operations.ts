import type { z } from 'zod';
import { creditEntries } from './account/credit-entries.js';
import { credits } from './account/credits.js';
import { register } from './account/register.js';
import { showAccount } from './account/show-account.js';
import type { JsonOrCsvReply, JsonReply } from './definition/content.js';
import type { Operation } from './definition/define-operation.js';
import { describe } from './describe.js';
import { preview } from './files/preview.js';
import { submit } from './files/submit.js';
import { cancel } from './tasks/cancel.js';
import { changes } from './tasks/changes.js';
import { download } from './tasks/download.js';
import { events } from './tasks/events.js';
import { list } from './tasks/list.js';
import { poll } from './tasks/poll.js';
import { remove } from './tasks/remove.js';
import { retry } from './tasks/retry.js';
import { rows } from './tasks/rows.js';
import { createToken } from './tokens/create-token.js';
import { listTokens } from './tokens/list-tokens.js';
import { removeToken } from './tokens/remove-token.js';
import { verify } from './verify.js';
import { createWebhook } from './webhooks/create-webhook.js';
import { listDeliveries } from './webhooks/list-deliveries.js';
import { listWebhooks } from './webhooks/list-webhooks.js';
import { removeWebhook } from './webhooks/remove-webhook.js';
import { replayWebhook } from './webhooks/replay-webhook.js';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.js';

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
export type ReplyOf<Name extends OperationName> = (typeof OPERATIONS)[Name]['reply'] extends
  | JsonReply<infer Shape>
  | JsonOrCsvReply<infer Shape>
  ? z.output<Shape>
  : never;

/** The names of the operations, in the order of the list. */
// Object.keys forgets the type of the keys.
export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];
