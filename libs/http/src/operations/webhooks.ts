import {
  type AccountId,
  type DeliveryPage,
  type DeliveryPageRequest,
  DialproofError,
  type ReplayRequest,
  type Webhook,
  type WebhookDelivery,
  type WebhookEventType,
  type WebhookKey,
} from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { JsonValues } from '../message/json-values.js';
import { queryParameters } from '../message/query-parameters.js';
import { TextValues } from '../message/text-values.js';
import { isoTime } from '../message/to-wire.js';
import type { Attempt } from '../replays/once.js';
import { deliveriesQuery } from '../wire/queries.js';
import {
  createWebhookBody,
  replayWebhookBody,
  type WireCreatedWebhook,
  type WireDeliveryPage,
  type WireWebhook,
  type WireWebhookList,
  type WireWebhookReplay,
  type WireWebhookSecret,
} from '../wire/shapes.js';
import { jsonHandler } from './json-handler.js';
import type { AccountHandler } from './operation.js';

/** The methods that the contract needs of the webhooks of all accounts. `createWebhooks` of @dialproof/webhooks returns an object with them. */
export interface ContractWebhooks {
  /**
   * A repeat with the same `requestId` resolves to the webhook that was made. Codes: `invalid_webhook_url`, `too_many_webhooks`,
   * `idempotency_key_reused`, `not_authenticated`.
   */
  create(request: {
    readonly accountId: AccountId;
    readonly url: string;
    readonly events: readonly WebhookEventType[];
    readonly requestId?: string;
    /** The id of the caller's token: nothing is made unless it is still valid. Null if the caller has none. */
    readonly madeWith: string | null;
  }): Promise<Webhook & { readonly secret: string }>;
  list(accountId: AccountId): Promise<readonly Webhook[]>;
  /** Code: `webhook_not_found`, for another account's too, as of the two below. */
  remove(webhook: WebhookKey): Promise<void>;
  /** A repeat with the same `requestId` changes nothing and resolves to the same secret. */
  rotate(request: WebhookKey & { readonly requestId?: string }): Promise<{ readonly secret: string }>;
  replay(request: ReplayRequest): Promise<{ readonly deliveries: number }>;
  /** The newest first. Codes: `webhook_not_found`, `malformed_request` for a cursor that no page has given. */
  deliveries(request: DeliveryPageRequest): Promise<DeliveryPage>;
}

export interface WebhookHandlers {
  readonly createWebhook: AccountHandler;
  readonly listWebhooks: AccountHandler;
  readonly removeWebhook: AccountHandler;
  readonly replayWebhook: AccountHandler;
  readonly rotateWebhookSecret: AccountHandler;
  readonly listDeliveries: AccountHandler;
}

const CREATE_BODY = new JsonValues(createWebhookBody);
const DELIVERIES_QUERY = new TextValues(deliveriesQuery);
const REPLAY_BODY = new JsonValues(replayWebhookBody);

/** The operations on webhooks; without webhooks, each of them is refused with `not_supported`. */
export function webhookHandlers(webhooks: ContractWebhooks | null, maxJsonBytes: number): WebhookHandlers {
  if (webhooks === null) {
    return {
      createWebhook: refuse,
      listWebhooks: refuse,
      removeWebhook: refuse,
      replayWebhook: refuse,
      rotateWebhookSecret: refuse,
      listDeliveries: refuse,
    };
  }
  return {
    createWebhook: jsonHandler({
      maxJsonBytes,
      values: CREATE_BODY,
      async answer({ accountId, caller, body, attempt, subject }) {
        const asked = { accountId, ...body, madeWith: caller.tokenId };
        const created = await webhooks.create({ ...asked, ...requestOf(attempt) });
        subject.itemId = created.webhookId;
        return jsonReply(201, wireCreated(created));
      },
    }),
    async listWebhooks({ accountId }) {
      const answer: WireWebhookList = { webhooks: (await webhooks.list(accountId)).map(wireWebhook) };
      return jsonReply(200, answer);
    },
    async removeWebhook({ accountId, id }) {
      await webhooks.remove({ accountId, webhookId: id });
      return { status: 204, headers: { 'cache-control': 'no-store' }, body: '' };
    },
    replayWebhook: jsonHandler({
      maxJsonBytes,
      values: REPLAY_BODY,
      async answer({ accountId, id, body: { since, which } }) {
        const asked = { accountId, webhookId: id, since: Date.parse(since), which };
        const { deliveries } = await webhooks.replay(asked);
        const answer: WireWebhookReplay = { deliveries };
        return jsonReply(202, answer);
      },
    }),
    rotateWebhookSecret: ({ accountId, id, once }) =>
      once.answer(async (attempt) => {
        const { secret } = await webhooks.rotate({ accountId, webhookId: id, ...requestOf(attempt) });
        const answer: WireWebhookSecret = { secret };
        return jsonReply(200, answer);
      }),
    async listDeliveries({ accountId, id, request }) {
      const { names } = DELIVERIES_QUERY;
      const { cursor = null, limit } = DELIVERIES_QUERY.read(
        queryParameters(request.query, names),
        "the query's ",
      );
      const page = await webhooks.deliveries({ accountId, webhookId: id, cursor, limit });
      const deliveries = page.deliveries.map(wireDelivery);
      const answer: WireDeliveryPage = { deliveries, next_cursor: page.nextCursor };
      return jsonReply(200, answer);
    },
  };
}

function requestOf(attempt: Attempt | undefined): { readonly requestId?: string } {
  return attempt === undefined ? {} : { requestId: attempt.requestId };
}

const refuse: AccountHandler = async () => {
  throw new DialproofError('not_supported', { hint: 'this server has no webhooks' });
};

function wireWebhook({
  webhookId,
  url,
  events,
  createdAt,
  disabledAt,
  disabledReason,
}: Webhook): WireWebhook {
  return {
    webhook_id: webhookId,
    url,
    events: [...events],
    created_at: isoTime(createdAt),
    disabled_at: disabledAt === null ? null : isoTime(disabledAt),
    disabled_reason: disabledReason,
  };
}

function wireDelivery({
  attempts,
  eventId,
  lastAttempt,
  nextTryAt,
  occurredAt,
  state,
  type,
}: WebhookDelivery): WireDeliveryPage['deliveries'][number] {
  return {
    event_id: eventId,
    event: type,
    occurred_at: isoTime(occurredAt),
    state,
    attempts,
    last_attempt:
      lastAttempt === null
        ? null
        : { at: isoTime(lastAttempt.at), status: lastAttempt.status, failure: lastAttempt.failure },
    next_try_at: nextTryAt === null ? null : isoTime(nextTryAt),
  };
}

function wireCreated(webhook: Webhook & { readonly secret: string }): WireCreatedWebhook {
  return { ...wireWebhook(webhook), secret: webhook.secret };
}
