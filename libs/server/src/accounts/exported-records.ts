import {
  type AccountId,
  SUPPRESSIONS_AT_ONCE,
  type SuppressedNumber,
  type SuppressionPage,
  type Task,
} from '@dialproof/core';
import { wireTask } from '@dialproof/http/adapter';
import type { Account } from '@dialproof/sql';
import type { AnswerRecord } from '@dialproof/sql/operations';
import type { Storage } from '../storage/storage.js';

const TASKS_PER_PAGE = 100;

type Lines = AsyncIterable<string>;

/** The account itself, as JSON to be read by people. */
export async function exportedAccount({ ledger }: Storage, account: Account): Promise<string> {
  const { accountId, createdAt, email, suspendedAt } = account;
  const { available, held } = await ledger.balance(accountId);
  const exported = {
    account_id: accountId,
    email,
    created_at: isoTime(createdAt),
    suspended_at: isoTime(suspendedAt),
    credits: { available, held },
  };
  return `${JSON.stringify(exported, undefined, 2)}\n`;
}

/** All other stored data, by the name of the file: JSON, one record a line. */
export const EXPORTED_LISTS: Readonly<Record<string, (storage: Storage, account: AccountId) => Lines>> = {
  tokens: ({ tokens }, account) =>
    lines(listed(tokens.list(account)), (token) => ({
      token_id: token.tokenId,
      name: token.name,
      scopes: token.scopes,
      max_credits_per_day: token.maxCreditsPerDay,
      max_credits_per_task: token.maxCreditsPerTask,
      created_at: isoTime(token.createdAt),
      last_used_at: isoTime(token.lastUsedAt),
      expires_at: isoTime(token.expiresAt),
      revoked_at: isoTime(token.revokedAt),
    })),
  journal: ({ records }, account) =>
    lines(records.journal(account), (entry) => ({
      entry_id: entry.entryId,
      kind: entry.kind,
      credits: entry.credits,
      hold_id: entry.holdId,
      note: entry.note,
      created_at: isoTime(entry.createdAt),
    })),
  holds: ({ records }, account) =>
    lines(records.holds(account), (hold) => ({
      hold_id: hold.holdId,
      credits: hold.credits,
      charged: hold.charged,
      created_at: isoTime(hold.createdAt),
      closed_at: isoTime(hold.closedAt),
      answer: hold.answer,
    })),
  tasks: ({ store }, account) => lines(tasksOf(store, account), wireTask),
  webhooks: ({ webhooks }, account) =>
    lines(listed(webhooks.list(account)), (webhook) => ({
      webhook_id: webhook.webhookId,
      url: webhook.url,
      events: webhook.events,
      created_at: isoTime(webhook.createdAt),
      disabled_at: isoTime(webhook.disabledAt),
      disabled_reason: webhook.disabledReason,
    })),
  deliveries: ({ records }, account) =>
    lines(records.deliveries(account), (delivery) => ({
      event_id: delivery.eventId,
      webhook_id: delivery.webhookId,
      type: delivery.type,
      data: delivery.data,
      occurred_at: isoTime(delivery.occurredAt),
      failures: delivery.failures,
      is_delivered: delivery.isDelivered,
      is_due: delivery.isDue,
    })),
  events: ({ records }, account) =>
    lines(records.events(account), (event) => ({
      event_id: event.eventId,
      kind: event.kind,
      task_id: event.taskId,
      occurred_at: isoTime(event.occurredAt),
    })),
  answers: ({ records }, account) => lines(records.answers(account), exportedAnswer),
  suppressions: ({ suppressions }, account) =>
    lines(suppressedOf(suppressions, account), ({ addedAt, phone }) => ({
      phone,
      added_at: isoTime(addedAt),
    })),
  single_answers: ({ records }, account) =>
    lines(records.singleAnswers(account), ({ checkedAt, phone, reason, reassigned, source, status }) => ({
      ...{ phone, status, source: source ?? null, reason: reason ?? null },
      checked_at: checkedAt.toISOString(),
      consent_date: reassigned?.since ?? null,
      reassigned: reassigned?.is ?? null,
    })),
};

/** The tasks of an account, newest first, page by page. */
export async function* tasksOf(store: Storage['store'], accountId: AccountId): AsyncGenerator<Task> {
  let cursor: string | null = null;
  do {
    const page = await store.list({ accountId, status: null, fileName: null, limit: TASKS_PER_PAGE, cursor });
    yield* page.tasks;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

async function* suppressedOf(
  list: Storage['suppressions'],
  accountId: AccountId,
): AsyncGenerator<SuppressedNumber> {
  let cursor: string | null = null;
  do {
    const page: SuppressionPage = await list.page({ accountId, limit: SUPPRESSIONS_AT_ONCE, cursor });
    yield* page.numbers;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** A kept answer without the secret of a webhook, which it may show. */
function exportedAnswer({ key, reply, requestId }: AnswerRecord): object {
  if (reply === null) return { key, request_id: requestId, status: null, body: null };
  // Written by the HTTP contract: a status, headers and the JSON of the body.
  const { body, status } = JSON.parse(Buffer.from(reply).toString()) as { status: number; body: string };
  const { secret: _, ...shown } = body === '' ? {} : JSON.parse(body);
  return { key, request_id: requestId, status, body: shown };
}

async function* listed<Item>(list: Promise<readonly Item[]>): AsyncGenerator<Item> {
  yield* await list;
}

async function* lines<Item>(items: AsyncIterable<Item>, exported: (item: Item) => object): Lines {
  for await (const item of items) yield `${JSON.stringify(exported(item))}\n`;
}

function isoTime(milliseconds: number): string;
function isoTime(milliseconds: number | null): string | null;
function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
