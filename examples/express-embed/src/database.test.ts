import { join } from 'node:path';
import { accountId, newTaskId, taskHoldId } from '@dialproof/core';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { trialFolder } from '../../../tools/tests/fixtures/trial-folder.fixture.js';
import { openDatabase } from './database.js';
import { WalletCreditLedger } from './wallet-credit-ledger.js';

/** The schema of version 0, and what it stored: a task's hold that was charged, and one that is open. */
const VERSION_0 = `
  create table users (
    user_id text primary key,
    email text not null unique,
    token_hash blob not null unique,
    suspended integer not null default 0
  ) strict;
  create table wallets (
    user_id text primary key,
    available integer not null check (available >= 0),
    held integer not null default 0 check (held >= 0)
  ) strict;
  create table holds (
    hold_id text primary key,
    user_id text not null,
    credits integer not null check (credits >= 0),
    expires_at integer,
    charged integer check (charged between 0 and credits)
  ) strict;
  create index open_holds on holds (expires_at) where charged is null;
  create table entries (
    entry_id integer primary key autoincrement,
    user_id text not null,
    credits integer not null,
    hold_id text unique references holds,
    created_at integer not null
  ) strict;
  create index entries_of_user on entries (user_id, entry_id);
  insert into users values ('ann', 'ann@example.com', x'01', 0), ('ben', 'ben@example.com', x'02', 1);
  insert into wallets values ('ann', 94, 4), ('ben', 50, 0);
`;

const CHARGED = taskHoldId(newTaskId(), 1);
const OPEN = taskHoldId(newTaskId(), 1);

async function fileOfVersion0(): Promise<string> {
  const file = join(await trialFolder(), 'wallets.sqlite');
  const database = new Database(file);
  database.exec(VERSION_0);
  const hold = database.prepare('insert into holds values (?, ?, ?, null, ?)');
  hold.run(CHARGED, 'ann', 3, 2);
  hold.run(OPEN, 'ann', 4, null);
  const entry = database.prepare(
    'insert into entries (user_id, credits, hold_id, created_at) values (?, ?, ?, ?)',
  );
  entry.run('ann', 100, null, 1_000);
  entry.run('ben', 50, null, 2_000);
  entry.run('ann', -2, CHARGED, 3_000);
  database.close();
  return file;
}

describe('a database of version 0', () => {
  it('opens, is converted once, and keeps what is stored', async () => {
    const file = await fileOfVersion0();
    openDatabase(file).close();
    const database = openDatabase(file);
    onTestFinished(() => void database.close());
    const ledger = new WalletCreditLedger(database);
    const [ann, ben] = [accountId('ann'), accountId('ben')];

    expect(database.prepare('select user_id, suspended from users').all()).toEqual([
      { user_id: 'ann', suspended: 0 },
      { user_id: 'ben', suspended: 1 },
    ]);
    const settled = { holdId: CHARGED, accountId: ann, credits: 2 };
    expect(await ledger.settle(settled)).toEqual({ charged: 2, returned: 1 });
    expect(await ledger.balance(ann)).toEqual({ available: 94, held: 4 });
    expect(await ledger.settle({ holdId: OPEN, accountId: ann, credits: 4 })).toEqual({
      charged: 4,
      returned: 0,
    });
    const statement = await ledger.statement({ accountId: ann, cursor: null, limit: 10 });
    expect(statement.entries).toEqual([
      { entryId: '3', kind: 'charge', credits: -4, holdId: OPEN, at: expect.any(Number) },
      { entryId: '2', kind: 'charge', credits: -2, holdId: CHARGED, at: 3_000 },
      { entryId: '1', kind: 'grant', credits: 100, holdId: null, at: 1_000 },
    ]);
    expect((await ledger.statement({ accountId: ben, cursor: null, limit: 10 })).entries).toEqual([
      { entryId: '1', kind: 'grant', credits: 50, holdId: null, at: 2_000 },
    ]);
  });
});
