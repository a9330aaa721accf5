import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountId, createVerificationService } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { openSqliteDatabase } from './open-sqlite-database.js';

const ALICE = accountId('alice');

/** 2,000 rows that can be told from everything else in a database. */
async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('name,phone\n');
  for (let row = 0; row < 2_000; row += 1) yield Buffer.from(`left behind ${row},+1415555${1_000 + row}\n`);
}

describe('rows that are deleted', () => {
  it('are nowhere in the file once the database is closed: those of a file that was refused, and of a task that was removed', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const database = await openSqliteDatabase({ file });
    const store = new SqlTaskStore({ database });
    const ledger = new SqlCreditLedger({ database });
    const checker = { check: async () => 'inactive' as const };
    const service = createVerificationService({ store, archive: store, ledger, checker, queue: null });
    await ledger.grant(ALICE, 1_999);
    const file402 = { accountId: ALICE, fileName: 'a.csv', content: content() };
    await expect(service.submit(file402)).rejects.toMatchObject({ code: 'insufficient_credits' });
    await ledger.grant(ALICE, 1);
    const task = await service.submit({ ...file402, content: content() });
    while ((await service.work()).did === 'work');
    await service.remove({ accountId: ALICE, taskId: task.taskId });
    await service.close();
    await database.close();
    const bytes = await readFile(file);
    expect(bytes.includes('left behind')).toBe(false);
    expect(bytes.includes('1415555')).toBe(false);
  });
});
