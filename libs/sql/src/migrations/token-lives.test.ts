import { hash } from 'node:crypto';
import { accountId } from '@dialproof/core';
import { expect, it } from 'vitest';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { SqlAuthenticator } from '../tokens/sql-authenticator.js';
import { SqlTokens } from '../tokens/sql-tokens.js';
import { tokenLives } from './0017-token-lives.js';
import { fileBefore } from './file-before.fixture.js';

const SECRET = 'A'.repeat(43);
const HASH = hash('sha256', SECRET, 'hex');
const TOKENS = `
  insert into accounts (account_id, created_at) values ('ann', 0);
  insert into tokens (token_id, account_id, secret_hash, created_at, revoked_at)
    values ('0000000000000001', 'ann', x'${HASH}', 5, null), ('0000000000000002', 'ann', x'${HASH}', 6, 7);`;

it('leaves every token as good as it was, for everything and without an end', async () => {
  const database = await temporaryDatabase(await fileBefore(tokenLives, TOKENS));
  const authenticator = new SqlAuthenticator({ database });
  const ask = (id: string) => authenticator.authenticate({ token: `dp_${id}_${SECRET}`, request: undefined });
  expect(await ask('0000000000000001')).toEqual({
    accountId: 'ann',
    suspended: false,
    tokenId: '0000000000000001',
  });
  expect(await ask('0000000000000002')).toBeUndefined();
  const [kept] = await new SqlTokens({ database }).list(accountId('ann'));
  expect(kept).toMatchObject({ name: null, expiresAt: null, scopes: null, createdAt: 5 });
});
