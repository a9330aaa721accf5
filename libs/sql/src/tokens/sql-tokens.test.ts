import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { accountId, ManualClock } from '@dialproof/core';
import { describe, expect, it, vi } from 'vitest';
import { SqlAccounts } from '../accounts/sql-accounts.js';
import { sql } from '../query.js';
import type { Tables } from '../schema.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { SqlAccountTokens } from './sql-account-tokens.js';
import { SqlAuthenticator } from './sql-authenticator.js';
import { SqlTokens } from './sql-tokens.js';

const PLAIN = {
  ...{ name: null, expiresAt: null, lastUsedAt: null, scopes: null },
  ...{ maxCreditsPerDay: null, maxCreditsPerTask: null },
};

async function subject() {
  const database = await temporaryDatabase();
  const clock = new ManualClock(1_000);
  const tokens = new SqlTokens({ database, clock });
  const authenticator = new SqlAuthenticator({ database, clock });
  const { accountId: account, token } = await new SqlAccounts({ database, clock }).create();
  const accepts = async (text: string) =>
    (await authenticator.authenticate({ token: text, request: undefined }))?.accountId === account;
  return { database, clock, tokens, account, token, tokenId: SqlTokens.idOf(token) ?? '', accepts };
}

describe('SqlTokens', () => {
  it('issues tokens of a public id and a secret of 256 bits, no two alike', async () => {
    const { tokens, account, token, accepts } = await subject();

    const issued = await tokens.issue(account);

    expect(issued?.token).toMatch(/^dp_[0-9a-f]{16}_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$/);
    expect(issued?.token).toContain(`dp_${issued?.tokenId}_`);
    expect(issued?.token).not.toBe(token);
    expect(await accepts(issued?.token ?? '')).toBe(true);
    expect(await accepts(token)).toBe(true);
  });

  it('ends tokens with the CRC-32 of what is before, without which nobody is known', async () => {
    const { token, accepts } = await subject();
    const [begin, checksum] = [token.slice(0, -9), token.slice(-8)];
    expect(checksum).toBe(crc32(begin).toString(16).padStart(8, '0'));
    expect(await accepts(begin)).toBe(false);
    expect(SqlTokens.idOf(`${begin}_${checksum === '00000000' ? '00000001' : '00000000'}`)).toBeUndefined();
  });

  it('keeps nothing of a token from which it could be used', async () => {
    const { database, token, tokenId } = await subject();
    const everything = sql<object, Tables['tokens']>`select * from tokens`;

    const [row] = await database.read.rows(everything, {});

    const secret = token.slice(`dp_${tokenId}_`.length).slice(0, 43);
    expect(Buffer.from(row?.secret_hash ?? []).toString('latin1')).not.toContain(secret);
    expect(JSON.stringify({ ...row, secret_hash: null })).not.toContain(secret);
  });

  it('rotates: the new token is accepted and the old one is not', async () => {
    const { tokens, account, token, tokenId, accepts } = await subject();

    const rotated = await tokens.rotate(tokenId);

    expect(rotated?.accountId).toBe(account);
    expect(await accepts(rotated?.token ?? '')).toBe(true);
    expect(await accepts(token)).toBe(false);
    expect(await tokens.rotate(tokenId)).toBeUndefined();
  });

  it('lets one of several rotations at once have the token', async () => {
    const { tokens, account, tokenId } = await subject();

    const rotated = await Promise.all(Array.from({ length: 5 }, () => tokens.rotate(tokenId)));

    expect(rotated.filter((issued) => issued !== undefined)).toHaveLength(1);
    expect(await tokens.list(account)).toHaveLength(2);
  });

  it('revokes once', async () => {
    const { tokens, token, tokenId, accepts } = await subject();

    expect(await tokens.revoke(tokenId)).toBe(true);
    expect(await tokens.revoke(tokenId)).toBe(false);
    expect(await tokens.revoke('0000000000000000')).toBe(false);
    expect(await accepts(token)).toBe(false);
  });

  it('lists the tokens of an account with their times', async () => {
    const { tokens, clock, account, tokenId } = await subject();
    clock.advance(10);
    const rotated = await tokens.rotate(tokenId);

    expect(await tokens.list(account)).toEqual([
      { ...PLAIN, tokenId, countedAs: tokenId, createdAt: 1_000, revokedAt: 1_010 },
      { ...PLAIN, tokenId: rotated?.tokenId, countedAs: tokenId, createdAt: 1_010, revokedAt: null },
    ]);
  });

  it('refuses a token from its end on', async () => {
    const { tokens, clock, account, accepts } = await subject();
    const issued = await tokens.issue(account, { name: 'until soon', expiresAt: 1_500 });
    clock.advance(499);
    expect(await accepts(issued?.token ?? '')).toBe(true);
    clock.advance(1);
    expect(await accepts(issued?.token ?? '')).toBe(false);
    expect(await tokens.rotate(issued?.tokenId ?? '')).toBeUndefined();
  });

  it('tells what a token is good for, and takes no scope that there is not', async () => {
    const { database, tokens, account } = await subject();
    const issued = await tokens.issue(account, { scopes: ['read', 'verify'] });
    const known = await new SqlAuthenticator({ database }).authenticate({
      token: issued?.token ?? '',
      request: undefined,
    });
    expect(known?.scopes).toEqual(['read', 'verify']);
    await expect(tokens.issue(account, { scopes: ['write' as 'read'] })).rejects.toThrow(TypeError);
  });

  it('keeps the old token for a while when it rotates, and hands its name and scopes on', async () => {
    const { tokens, clock, account, accepts } = await subject();
    const old = await tokens.issue(account, { name: 'shop', scopes: ['read'] });
    const rotated = await tokens.rotate(old?.tokenId ?? '', { keepOldMs: 100 });
    expect([await accepts(old?.token ?? ''), await accepts(rotated?.token ?? '')]).toEqual([true, true]);
    clock.advance(100);
    expect([await accepts(old?.token ?? ''), await accepts(rotated?.token ?? '')]).toEqual([false, true]);
    const listed = (await tokens.list(account)).find(({ tokenId }) => tokenId === rotated?.tokenId);
    expect(listed).toMatchObject({ name: 'shop', scopes: ['read'] });
    await expect(tokens.rotate(rotated?.tokenId ?? '', { keepOldMs: -1 })).rejects.toThrow(RangeError);
  });

  it('shows the coming end of a token that a rotation keeps as its end', async () => {
    const { database, tokens, clock, account, token, tokenId } = await subject();
    clock.advance(1);
    await tokens.rotate(tokenId, { keepOldMs: 3_600_000 });
    const end = clock.now() + 3_600_000;
    const known = await new SqlAuthenticator({ database, clock }).authenticate({ token, request: undefined });
    expect(known).toMatchObject({ expiresAt: end, tokenId });
    const listed = await new SqlAccountTokens({ database, clock }).list(account);
    expect(listed.map(({ expiresAt }) => expiresAt)).toEqual([end, null]);
  });

  it('hands the end of a token on, and not that of the time for which a rotation keeps it', async () => {
    const { tokens, clock, account, tokenId, accepts } = await subject();
    const ends = async () =>
      (await tokens.list(account)).map(({ expiresAt, revokedAt }) => [expiresAt, revokedAt]);
    clock.advance(10);
    await tokens.rotate(tokenId, { keepOldMs: 100 });
    clock.advance(50);
    // The first new token was lost before it was put in place.
    const again = await tokens.rotate(tokenId, { keepOldMs: 100 });
    expect(await ends()).toEqual([
      [null, 1_110],
      [null, null],
      [null, null],
    ]);
    clock.advance(1_000_000);
    expect(await accepts(again?.token ?? '')).toBe(true);
  });

  it('revokes at once what a rotation keeps, and rotates nothing that is revoked', async () => {
    const { tokens, clock, token, tokenId, accepts } = await subject();
    await tokens.rotate(tokenId, { keepOldMs: 100 });
    expect(await accepts(token)).toBe(true);
    expect(await tokens.revoke(tokenId)).toBe(true);
    expect(await accepts(token)).toBe(false);
    expect([await tokens.revoke(tokenId), await tokens.rotate(tokenId)]).toEqual([false, undefined]);
    clock.advance(100);
    expect(await accepts(token)).toBe(false);
  });

  it('writes the last use of a token at most once a minute', async () => {
    const { database, tokens, clock, account, token, accepts } = await subject();
    const lastUse = async () => {
      // Writes run in order, so the earlier ones are done by then.
      await database.write(async () => {});
      return (await tokens.list(account))[0]?.lastUsedAt;
    };
    await accepts(token);
    expect(await lastUse()).toBe(1_000);
    clock.advance(59_999);
    await accepts(token);
    expect(await lastUse()).toBe(1_000);
    clock.advance(1);
    await accepts(token);
    expect(await lastUse()).toBe(61_000);
  });

  it('issues nothing to an account that does not exist', async () => {
    const { tokens } = await subject();

    expect(await tokens.issue(accountId('nobody'))).toBeUndefined();
  });

  it('looks a token up once for requests that begin together, and again for the next one', async () => {
    const { database, tokens, token, tokenId, accepts } = await subject();
    const lookUp = vi.spyOn(database.read, 'first');
    expect(await Promise.all([accepts(token), accepts(token), accepts('another')])).toEqual([
      true,
      true,
      false,
    ]);
    expect(lookUp).toHaveBeenCalledTimes(1);
    await tokens.revoke(tokenId);
    expect(await accepts(token)).toBe(false);
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('has a revocation and a suspension by another process count at once', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const [server, tool] = [await temporaryDatabase(file), await temporaryDatabase(file)];
    const authenticator = new SqlAuthenticator({ database: server });
    const { accountId: account, token } = await new SqlAccounts({ database: server }).create();
    const tokenId = SqlTokens.idOf(token);
    const seen = () => authenticator.authenticate({ token, request: undefined });
    expect(await seen()).toEqual({ accountId: account, suspended: false, tokenId });

    await new SqlAccounts({ database: tool }).suspend(account);
    expect(await seen()).toEqual({ accountId: account, suspended: true, tokenId });

    await new SqlTokens({ database: tool }).revoke(SqlTokens.idOf(token) ?? '');
    expect(await seen()).toBeUndefined();
  });
});
