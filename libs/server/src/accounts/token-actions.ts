import type { AccountId } from '@dialproof/core';
import { type Account, type NewTokenOptions, SqlTokens, type TokenRecord } from '@dialproof/sql';
import type { RecordAction } from '../audit/open-audit-log.js';
import { StartRefusal } from '../settings/setting-variable.js';
import type { Storage } from '../storage/storage.js';
import type { AccountSelector } from './account-command.js';

export async function issueToken(
  { tokens }: Storage,
  options: NewTokenOptions,
  id: AccountId,
  record: RecordAction,
): Promise<string[]> {
  const issued = await tokens.issue(id, options);
  if (issued === undefined) throw new StartRefusal(`Account ${id} is gone.`);
  const { expiresAt = null, scopes = null, maxCreditsPerDay = null, maxCreditsPerTask = null } = options;
  const ends = expiresAt === null ? null : new Date(expiresAt);
  const caps = { maxCreditsPerDay, maxCreditsPerTask };
  record({ event: 'token.issued', account: id, tokenId: issued.tokenId, scopes, ends, ...caps });
  return [`Account ${id} has another token, shown only once:`, issued.token];
}

/** A line for each token, with its public part; the last line has their number. */
export async function listTokens({ tokens }: Storage, id: AccountId): Promise<string[]> {
  const known = await tokens.list(id);
  return [...known.map(tokenLine), String(known.length)];
}

/** A token as people see it, with its public part. */
function tokenLine({
  createdAt,
  expiresAt,
  lastUsedAt,
  maxCreditsPerDay,
  maxCreditsPerTask,
  name,
  revokedAt,
  scopes,
  tokenId,
}: TokenRecord): string {
  return [
    nameOf({ name, scopes, tokenId }),
    `made ${minuteOf(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${minuteOf(lastUsedAt)}`,
    ...(expiresAt === null ? [] : [`ends ${minuteOf(expiresAt)}`]),
    ...(maxCreditsPerDay === null ? [] : [`${maxCreditsPerDay} credits a day`]),
    ...(maxCreditsPerTask === null ? [] : [`${maxCreditsPerTask} credits a task`]),
    ...(revokedAt === null
      ? []
      : [`${revokedAt > Date.now() ? 'replaced, valid until' : 'revoked'} ${minuteOf(revokedAt)}`]),
  ].join(' | ');
}

/** The name by which an operator distinguishes it from the account's others. */
function nameOf({ name, scopes, tokenId }: Pick<TokenRecord, 'name' | 'scopes' | 'tokenId'>): string {
  return [`dp_${tokenId}_...`, name ?? 'no name', scopes === null ? 'all scopes' : scopes.join(',')].join(
    ' | ',
  );
}

/** A time in UTC, to the minute. */
function minuteOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

export async function rotateTokens(
  { tokens }: Storage,
  { of, keepOldMs }: { readonly of: AccountSelector; readonly keepOldMs: number },
  id: AccountId,
  record: RecordAction,
): Promise<string[]> {
  const keptUntil = keepOldMs === 0 ? null : new Date(Date.now() + keepOldMs);
  const recordRotation = (tokenId: string, replaces: readonly string[]) =>
    record({ event: 'token.rotated', account: id, tokenId, replaces, keptUntil });
  if (of.by === 'token') {
    const oldId = SqlTokens.idOf(of.token) ?? '';
    const rotated = await tokens.rotate(oldId, { keepOldMs });
    if (rotated === undefined) throw new StartRefusal('This token has been revoked in the meantime.');
    recordRotation(rotated.tokenId, [oldId]);
    return [`Account ${id} has a new token in place of 1, shown only once:`, rotated.token];
  }
  const good = (await tokens.list(id)).filter(isGood);
  if (good.length === 0) throw new StartRefusal(`Account ${id} has no token to replace: issue makes one.`);
  // A token that an earlier rotation keeps already has a successor.
  const unreplaced = good.filter(({ revokedAt }) => revokedAt === null);
  const old = unreplaced.length > 0 ? unreplaced : good;
  const lines: string[] = [];
  // All new ones first: after a crash in between, the account has too many tokens rather than none.
  for (const token of old) {
    const issued = await tokens.issue(id, optionsOf(token));
    if (issued === undefined) throw new StartRefusal(`Account ${id} is gone.`);
    lines.push(...(old.length === 1 ? [] : [`In place of ${nameOf(token)}:`]), issued.token);
    recordRotation(issued.tokenId, [token.tokenId]);
  }
  for (const { tokenId } of good) {
    await tokens.revoke(tokenId);
    if (old.every((token) => token.tokenId !== tokenId))
      record({ event: 'token.revoked', account: id, tokenId });
  }
  const many = old.length === 1 ? 'a new token in place of 1' : `new tokens in place of ${old.length}`;
  return [`Account ${id} has ${many}, shown only once:`, ...lines];
}

/** The options of a token that replaces this one. */
function optionsOf(token: TokenRecord): NewTokenOptions {
  const { countedAs, expiresAt, maxCreditsPerDay, maxCreditsPerTask, name, scopes } = token;
  return { countedAs, expiresAt, maxCreditsPerDay, maxCreditsPerTask, name, scopes };
}

/** Whether a token is accepted. */
function isGood({ expiresAt, revokedAt }: TokenRecord): boolean {
  const now = Date.now();
  return (revokedAt === null || revokedAt > now) && (expiresAt === null || expiresAt > now);
}

export async function revokeTokens(
  { tokens }: Storage,
  of: AccountSelector,
  id: AccountId,
  record: RecordAction,
): Promise<string[]> {
  const valid = await validTokens(tokens, of, id);
  for (const tokenId of valid) {
    await tokens.revoke(tokenId);
    record({ event: 'token.revoked', account: id, tokenId });
  }
  return [`Revoked ${valid.length === 1 ? 'a token' : `${valid.length} tokens`} of account ${id}.`];
}

/** The ids of the selected tokens: the named one, or all of the account that are not revoked. */
async function validTokens(tokens: SqlTokens, of: AccountSelector, id: AccountId): Promise<string[]> {
  if (of.by === 'token') return [SqlTokens.idOf(of.token)].filter((tokenId) => tokenId !== undefined);
  const known = await tokens.list(id);
  const now = Date.now();
  return known.filter(({ revokedAt }) => revokedAt === null || revokedAt > now).map(({ tokenId }) => tokenId);
}

/** The lines that show the amount of an account's stored data of each kind, without numbers, file names and secrets. */
export async function showAccount(storage: Storage, account: Account): Promise<readonly string[]> {
  const { accountId: id, createdAt, email, suspendedAt } = account;
  const { available, held } = await storage.ledger.balance(id);
  const tokens = await storage.tokens.list(id);
  const webhooks = await storage.webhooks.list(id);
  const { answers, deliveries, events, journalEntries, singleAnswers, storedBytes, tasks } =
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
    line(
      'answers',
      `${number(answers)} of requests with an Idempotency-Key, ${number(singleAnswers)} of single checks`,
    ),
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
