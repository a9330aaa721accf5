import { accountId, newVerificationHoldId } from '@dialproof/core';
import { expect, it, onTestFinished } from 'vitest';
import { auditLedger } from '../operations/ledger-audit.js';
import { describeOnPostgres, PostgresSchema } from '../test-databases.fixture.js';
import { SqlCreditLedger } from './sql-credit-ledger.js';

const ACCOUNTS = ['ada', 'bob', 'cyd'].map((name) => accountId(name));
const ROUNDS = 12;
/** Sums up the present month too. */
const NOW = { endedBeforeMs: -40 * 86_400_000, limit: 20 };

describeOnPostgres('the upkeep of a ledger in PostgreSQL that several processes use', () => {
  it('neither loses nor blocks a hold, a charge or a grant that comes at the same time', async () => {
    const test = await PostgresSchema.create();
    onTestFinished(() => test.remove());
    const databases = await Promise.all([1, 2, 3].map(() => test.another()));
    onTestFinished(async () => {
      await Promise.all(databases.map((database) => database.close()));
    });
    const ledgers = databases.map((database) => new SqlCreditLedger({ database }));
    const [ledger] = ledgers;
    if (ledger === undefined) throw new Error('there is no ledger');
    for (const account of ACCOUNTS) await ledger.grant(account, 1_000);
    const use = async (process: SqlCreditLedger) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await Promise.all(
          ACCOUNTS.map(async (account) => {
            const request = { holdId: newVerificationHoldId(0), accountId: account, credits: 3 };
            await process.hold({ ...request, expiresAfterMs: null });
            await process.grant(account, 1);
            await process.settle({ ...request, credits: 2 });
          }),
        );
        await process.pruneHolds({ closedBeforeMs: 0, limit: 20 });
        await process.sumUpCharges(NOW);
      }
    };
    await Promise.all(ledgers.map(use));
    // Each account was charged 2, and given 1, in each round of each process.
    const rounds = ROUNDS * ledgers.length;
    const { accounts, addsUp } = await auditLedger(test.database);
    expect(addsUp).toBe(true);
    for (const account of accounts) {
      expect(account).toMatchObject({ charged: 2 * rounds, granted: 1_000 + rounds, held: 0, openHolds: 0 });
    }
    while ((await ledger.pruneHolds({ closedBeforeMs: 0, limit: 100 })) > 0);
    while ((await ledger.sumUpCharges(NOW)) > 0);
    expect(await auditLedger(test.database)).toMatchObject({ addsUp: true, accounts });
    for (const account of ACCOUNTS) {
      const { entries } = await ledger.statement({ accountId: account, limit: 100, cursor: null });
      expect(entries.filter(({ kind }) => kind !== 'grant')).toMatchObject([{ credits: -2 * rounds }]);
    }
  });
});
