import type { AccountId } from '@dialproof/core';
import { type NewTokenOptions, SqlTokens, type TokenRecord } from '@dialproof/sql';
import type { RecordAction } from '../audit/operator-audit.js';
import { StartRefusal } from '../settings/start-refusal.js';
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
  const { expiresAt = null, scopes = null } = options;
  const ends = expiresAt === null ? null : new Date(expiresAt);
  record({ event: 'token.issued', account: id, tokenId: issued.tokenId, scopes, ends });
  return [`Account ${id} has a further token, shown this once:`, issued.token];
}

/** A line for each token, with its public part; the last line is how many there are. */
export async function listTokens({ tokens }: Storage, id: AccountId): Promise<string[]> {
  const known = await tokens.list(id);
  return [...known.map(tokenLine), String(known.length)];
}

/** A token as people see it, with its public part. */
export function tokenLine({
  createdAt,
  expiresAt,
  lastUsedAt,
  name,
  revokedAt,
  scopes,
  tokenId,
}: TokenRecord): string {
  return [
    `dp_${tokenId}_...`,
    name ?? 'no name',
    scopes === null ? 'all scopes' : scopes.join(','),
    `made ${minuteOf(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${minuteOf(lastUsedAt)}`,
    ...(expiresAt === null ? [] : [`ends ${minuteOf(expiresAt)}`]),
    ...(revokedAt === null ? [] : [`revoked ${minuteOf(revokedAt)}`]),
  ].join(' | ');
}

/** A time in UTC, to the minute. */
export function minuteOf(time: number): string {
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
    if (rotated === undefined) throw new StartRefusal('This token was revoked meanwhile.');
    recordRotation(rotated.tokenId, [oldId]);
    return [`Account ${id} has a new token in place of 1, shown this once:`, rotated.token];
  }
  const valid = await validTokens(tokens, of, id);
  // The new one first: a crash in between leaves a token too many rather than an account without any.
  const issued = await tokens.issue(id);
  if (issued === undefined) throw new StartRefusal(`Account ${id} is gone.`);
  for (const tokenId of valid) await tokens.revoke(tokenId);
  recordRotation(issued.tokenId, valid);
  return [`Account ${id} has a new token in place of ${valid.length}, shown this once:`, issued.token];
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
  return [`Account ${id} has lost ${valid.length === 1 ? 'a token' : `${valid.length} tokens`}.`];
}

/** The ids of the tokens that are meant: the one that was named, or all of the account that are not revoked. */
async function validTokens(tokens: SqlTokens, of: AccountSelector, id: AccountId): Promise<string[]> {
  if (of.by === 'token') return [SqlTokens.idOf(of.token)].filter((tokenId) => tokenId !== undefined);
  const known = await tokens.list(id);
  return known.filter(({ revokedAt }) => revokedAt === null).map(({ tokenId }) => tokenId);
}
