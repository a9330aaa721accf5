import assert from 'node:assert/strict';
import { chargesMonth } from '@dialproof/core';
import { ADA, BOB } from '../ledger/sample-hold.js';
import { sameJson } from '../runner/expectations.js';
import type { DefineTimedCase, SubjectTime } from '../runner/own-time.js';
import { charge, readStatement } from '../statement/sample-statement.js';
import type { LedgerUpkeepSubject } from './prune-cases.js';

const DAY_MS = 86_400_000;

/** Half of a month at least, and less than a whole one. */
const HALF_MS = 16 * DAY_MS;

/** Long enough that the month of the latest entry has ended. */
const MONTHS_MS = 40 * DAY_MS;
const ALL = { endedBeforeMs: 1, limit: 1_000 };

/** Charges each account twice a month, for three months, with a grant in each. Resolves to the sum of the charges of an account. */
async function useUp({ grant, ledger }: LedgerUpkeepSubject, time: SubjectTime): Promise<void> {
  for (let half = 1; half <= 6; half += 1) {
    for (const account of [ADA, BOB]) {
      await grant(account, 100 + half);
      await charge(ledger, half, account);
    }
    await time.pass(HALF_MS);
  }
}

export function sumCases(it: DefineTimedCase<LedgerUpkeepSubject>): void {
  it('sums up charges by account and month, and leaves grants as they are', async (subject, time) => {
    const { ledger, statement, upkeep } = subject;
    await useUp(subject, time);
    const before = await readStatement(statement);
    await time.pass(MONTHS_MS);
    for (const taken of [7, 5, 0]) assert.equal(await upkeep.sumUpCharges({ ...ALL, limit: 7 }), taken);
    const after = await readStatement(statement);
    const grantsOf = (entries: typeof before) => entries.filter(({ kind }) => kind === 'grant');
    sameJson(grantsOf(after), grantsOf(before));
    const sums = after.filter(({ kind }) => kind !== 'grant');
    assert.ok(sums.length < 6, `there are ${sums.length} sums of 6 charges`);
    for (const { at, credits, entryId, holdId, kind } of sums) {
      assert.deepEqual([kind, holdId], ['charges_of_month', null]);
      const month = new Date(at).toISOString().slice(0, 7);
      const charges = before.filter(
        (entry) => entry.kind === 'charge' && new Date(entry.at).toISOString().startsWith(month),
      );
      assert.equal(
        credits,
        charges.reduce((sum, entry) => sum + entry.credits, 0),
      );
      assert.equal(entryId, charges[0]?.entryId, 'a sum is in the place of its last charge');
    }
    const { available, held } = await ledger.balance(ADA);
    assert.equal(
      after.reduce((sum, { credits }) => sum + credits, 0),
      available + held,
    );
    assert.equal((await readStatement(statement, { accountId: BOB })).length, after.length);
    for (const limit of [1, 2, 3]) sameJson(await readStatement(statement, { limit }), after);
  });

  it('leaves the charges of months that have not ended so long ago', async (subject, time) => {
    const { statement, upkeep } = subject;
    await useUp(subject, time);
    const before = await readStatement(statement);
    assert.equal(await upkeep.sumUpCharges({ endedBeforeMs: 200 * DAY_MS, limit: 1_000 }), 0);
    sameJson(await readStatement(statement), before);
    await upkeep.sumUpCharges({ endedBeforeMs: 2 * HALF_MS, limit: 1_000 });
    const after = await readStatement(statement);
    sameJson(after[0], before[0]);
    assert.ok(after.some(({ kind }) => kind === 'charges_of_month'));
    assert.ok(after.some(({ kind }) => kind === 'charge'));
  });

  it('begins a month with its first millisecond', async (subject, time) => {
    // Only the process with that clock can compare its time.
    if (!time.isOfClock) return;
    const { grant, ledger, statement, upkeep } = subject;
    await grant(ADA, 100);
    await time.pass(chargesMonth(time.clock.now()).until - time.clock.now() - 1);
    for (const credits of [1, 2]) {
      await charge(ledger, credits);
      await time.pass(1);
    }
    assert.equal(await upkeep.sumUpCharges({ endedBeforeMs: 0, limit: 1_000 }), 1);
    const [last, sum] = await readStatement(statement);
    assert.deepEqual(
      [last?.kind, last?.credits, sum?.kind, sum?.credits],
      ['charge', -2, 'charges_of_month', -1],
    );
  });

  it('adds the charges that a call has left to the sum', async (subject, time) => {
    const { grant, ledger, statement, upkeep } = subject;
    await grant(ADA, 100);
    for (let charges = 1; charges <= 7; charges += 1) await charge(ledger, charges);
    await time.pass(MONTHS_MS);
    for (const taken of [3, 3, 1, 0]) assert.equal(await upkeep.sumUpCharges({ ...ALL, limit: 3 }), taken);
    const entries = await readStatement(statement);
    assert.deepEqual(
      entries.map(({ kind, credits }) => [kind, credits]),
      [
        ['charges_of_month', -28],
        ['grant', 100],
      ],
    );
    await charge(ledger, 9);
    const [latest, ...older] = await readStatement(statement);
    sameJson(older, entries);
    assert.equal(latest?.credits, -9);
    assert.equal(new Set([latest, ...older].map((entry) => entry?.entryId)).size, 3);
  });

  it('counts each charge once in concurrent calls', async (subject, time) => {
    const { ledger, statement, upkeep } = subject;
    await useUp(subject, time);
    await time.pass(MONTHS_MS);
    await Promise.all([1, 2, 3].map(() => upkeep.sumUpCharges(ALL)));
    for (const account of [ADA, BOB]) {
      const entries = await readStatement(statement, { accountId: account });
      const { available, held } = await ledger.balance(account);
      assert.equal(
        entries.reduce((sum, { credits }) => sum + credits, 0),
        available + held,
      );
    }
  });
}
