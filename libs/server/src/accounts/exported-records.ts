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
import { inSnakeCase } from '../audit/audit-log.js';
import type { Storage } from '../storage/storage.js';

const TASKS_PER_PAGE = 100;

type Lines = AsyncIterable<string>;

/** The account itself, as JSON to be read by people. */
export async function exportedAccount({ ledger }: Storage, account: Account): Promise<string> {
  const { available, held } = await ledger.balance(account.accountId);
  const shown = {
    ...exported(account, ['accountId', 'email', 'createdAt', 'suspendedAt']),
    credits: { available, held },
  };
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}

/** All other stored data, by the name of the file: JSON, one record a line. */
export const EXPORTED_LISTS: Readonly<Record<string, (storage: Storage, account: AccountId) => Lines>> = {
  tokens: ({ tokens }, account) =>
    lines(listed(tokens.list(account)), (token) =>
      exported(token, [
        ...(['tokenId', 'name', 'scopes', 'maxCreditsPerDay', 'maxCreditsPerTask'] as const),
        ...(['createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt'] as const),
      ]),
    ),
  journal: ({ records }, account) =>
    lines(records.journal(account), (entry) =>
      exported(entry, ['entryId', 'kind', 'credits', 'holdId', 'note', 'createdAt']),
    ),
  holds: ({ records }, account) =>
    lines(records.holds(account), (hold) =>
      exported(hold, ['holdId', 'credits', 'charged', 'createdAt', 'closedAt', 'answer']),
    ),
  tasks: ({ store }, account) => lines(tasksOf(store, account), wireTask),
  webhooks: ({ webhooks }, account) =>
    lines(listed(webhooks.list(account)), (webhook) =>
      exported(webhook, ['webhookId', 'url', 'events', 'createdAt', 'disabledAt', 'disabledReason']),
    ),
  deliveries: ({ records }, account) =>
    lines(records.deliveries(account), (delivery) =>
      exported(delivery, [
        ...(['eventId', 'webhookId', 'type', 'data', 'occurredAt'] as const),
        ...(['failures', 'isDelivered', 'isDue'] as const),
      ]),
    ),
  events: ({ records }, account) =>
    lines(records.events(account), (event) => exported(event, ['eventId', 'kind', 'taskId', 'occurredAt'])),
  answers: ({ records }, account) => lines(records.answers(account), exportedAnswer),
  suppressions: ({ suppressions }, account) =>
    lines(suppressedOf(suppressions, account), (number) => exported(number, ['phone', 'addedAt'])),
  single_answers: ({ records }, account) =>
    lines(records.singleAnswers(account), ({ checkedAt, reason, reassigned, source, status }) => ({
      ...{ status, source: source ?? null, reason: reason ?? null },
      checked_at: checkedAt.toISOString(),
      consent_date: reassigned?.since ?? null,
      reassigned: reassigned?.is ?? null,
    })),
};

/** These members of a record, with names in snake_case and times in ISO 8601. */
function exported<Of extends object>(record: Of, names: readonly (keyof Of & string)[]): object {
  const members = names.map((name) => {
    const value: unknown = record[name];
    const isTime = name.endsWith('At') && typeof value === 'number';
    return [inSnakeCase(name), isTime ? new Date(value).toISOString() : value];
  });
  return Object.fromEntries(members);
}

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

async function* lines<Item>(items: AsyncIterable<Item>, shown: (item: Item) => object): Lines {
  for await (const item of items) yield `${JSON.stringify(shown(item))}\n`;
}
