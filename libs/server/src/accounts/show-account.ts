import type { Account } from '@dialproof/sql';
import type { Storage } from '../storage/storage.js';
import { minuteOf, tokenLine } from './token-actions.js';

/** The lines that show the amount of an account's stored data of each kind, without numbers, file names and secrets. */
export async function showAccount(storage: Storage, account: Account): Promise<readonly string[]> {
  const { accountId: id, createdAt, email, suspendedAt } = account;
  const { available, held } = await storage.ledger.balance(id);
  const tokens = await storage.tokens.list(id);
  const webhooks = await storage.webhooks.list(id);
  const { answers, deliveries, events, journalEntries, storedBytes, tasks } =
    await storage.records.counts(id);
  const byStatus = Object.entries(tasks).map(([status, count]) => `${status} ${count.toLocaleString('en')}`);
  return [
    `Account ${id}`,
    line('email', email ?? 'none'),
    line('opened', minuteOf(createdAt)),
    line('suspended', suspendedAt === null ? 'no' : `since ${minuteOf(suspendedAt)}`),
    line('credits', `${number(available)} available, ${number(held)} held`),
    line('journal', journalEntries === 1 ? '1 entry' : `${number(journalEntries)} entries`),
    line('tasks', byStatus.length === 0 ? 'none' : byStatus.join(', ')),
    line('stored', `${number(storedBytes)} bytes of tasks`),
    line('answers', `${number(answers)} of requests with an Idempotency-Key`),
    line('webhooks', `${webhooks.length}, with ${number(deliveries)} deliveries`),
    ...webhooks.map(({ disabledAt, events: types, webhookId }) =>
      line('', `${webhookId} | ${types.join(',')}${disabledAt === null ? '' : ' | disabled'}`),
    ),
    line('events', `${number(events)} not handed to webhooks yet`),
    line('tokens', String(tokens.length)),
    ...tokens.map((token) => line('', tokenLine(token))),
  ];
}

function line(name: string, text: string): string {
  return `  ${name.padEnd(9)}  ${text}`;
}

function number(count: number): string {
  return count.toLocaleString('en');
}
