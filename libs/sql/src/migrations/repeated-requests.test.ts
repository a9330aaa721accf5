import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { repeatedRequests } from './0015-repeated-requests.js';
import { fileBefore } from './file-before.fixture.js';

/** Two requests of Ann, one of them unanswered, and one of Bob. */
const REQUESTS = `
  insert into replays (account_id, key, token, request_id, reply, until)
    values ('ann', 'a', 't', 'r1', x'00', 7), ('ann', 'b', 't', 'r2', null, 7), ('bob', 'a', 't', 'r3', x'00', 8);`;

it('counts the requests with a key that an earlier version remembered, and keeps them for their time', async () => {
  const file = await fileBefore(repeatedRequests, REQUESTS);
  await temporaryDatabase(file);
  const later = new Database(file, { readonly: true });
  const counts = later.prepare('select * from replay_accounts order by account_id').all();
  const times = later.prepare('select forget_at from replays order by account_id, key').pluck().all();
  later.close();
  expect(counts).toEqual([
    { account_id: 'ann', requests: 2 },
    { account_id: 'bob', requests: 1 },
  ]);
  expect(times).toEqual([7, 86_400_007, 8]);
});
