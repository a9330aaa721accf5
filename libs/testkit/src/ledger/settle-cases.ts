import assert from 'node:assert/strict';
import { newVerificationHoldId } from '@dialproof/core';
import { rejectsWithName, sameJson } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import { ADA, BOB, holdFor, holdRequest, type LedgerSubject, settle } from './sample-hold.js';

export function settleCases(it: DefineTimedCase<LedgerSubject>): void {
  for (const [what, charged, returned] of [
    ['in full', 10, 0],
    ['in part', 4, 6],
    ['with nothing, which releases it', 0, 10],
  ] as const) {
    it(`keeps to the first outcome of a hold that was settled ${what}`, async ({ ledger, grant }) => {
      await grant(ADA, 25);
      await grant(BOB, 5);
      const holdId = await holdFor(ledger, { credits: 10 });
      for (const credits of [charged, charged, 0, 7, 10, 1_000]) {
        sameJson(await settle(ledger, holdId, credits), { charged, returned });
      }
      sameJson(await ledger.balance(ADA), { available: 15 + returned, held: 0 });
      sameJson(await ledger.balance(BOB), { available: 5, held: 0 });
    });
  }

  it('charges and returns nothing for a hold that was never made', async ({ ledger, grant }) => {
    await grant(ADA, 25);
    sameJson(await settle(ledger, newVerificationHoldId(0), 0), { charged: 0, returned: 0 });
    sameJson(await settle(ledger, newVerificationHoldId(0), 10), { charged: 0, returned: 0 });
    sameJson(await ledger.balance(ADA), { available: 25, held: 0 });
  });

  it('refuses to charge more than was held and leaves the hold open', async ({ ledger, grant }) => {
    await grant(ADA, 100);
    const holdId = await holdFor(ledger, { credits: 10 });
    await rejectsWithName(settle(ledger, holdId, 11), 'RangeError');
    sameJson(await ledger.balance(ADA), { available: 90, held: 10 });
    sameJson(await settle(ledger, holdId, 9), { charged: 9, returned: 1 });
  });

  it('settles a hold by the first request that it covers, among several at once', async (subject) => {
    const { ledger, grant } = subject;
    await grant(ADA, 100);
    const [other, holdId] = [await holdFor(ledger, { credits: 5 }), await holdFor(ledger, { credits: 10 })];
    const [, , covered] = await Promise.all([
      settle(ledger, other, 5),
      // Either refused, or a repeat of the next one.
      settle(ledger, holdId, 11).catch(() => undefined),
      settle(ledger, holdId, 9),
    ]);
    sameJson(covered, { charged: 9, returned: 1 });
    sameJson(await ledger.balance(ADA), { available: 86, held: 0 });
  });

  it("refuses to settle another account's hold, open or closed, and changes nothing", async (subject) => {
    const { ledger, grant } = subject;
    await grant(ADA, 100);
    await grant(BOB, 100);
    const holdId = await holdFor(ledger, { credits: 10 });
    for (const credits of [0, 5, 11])
      await rejectsWithName(settle(ledger, holdId, credits, BOB), 'RangeError');
    sameJson(await ledger.balance(ADA), { available: 90, held: 10 });
    sameJson(await settle(ledger, holdId, 4), { charged: 4, returned: 6 });
    await rejectsWithName(settle(ledger, holdId, 4, BOB), 'RangeError');
    sameJson(await ledger.balance(ADA), { available: 96, held: 0 });
    sameJson(await ledger.balance(BOB), { available: 100, held: 0 });
  });

  it('resolves to the text that the first settlement kept, or never to any', async (subject) => {
    const { ledger, grant, reopen } = subject;
    await grant(ADA, 100);
    const [first, second] = [await holdFor(ledger, { credits: 10 }), await holdFor(ledger, { credits: 10 })];
    const keep = `["wa_registered",1,"\u00fc \u{1f600}","${'x'.repeat(460)}"]`;
    const { kept } = await ledger.settle({ holdId: first, accountId: ADA, credits: 4, keep });
    if (kept !== undefined) assert.equal(kept, keep);
    await ledger.settle({ holdId: second, accountId: ADA, credits: 4 });
    const later = (await reopen?.()) ?? ledger;
    for (const other of [{}, { keep: 'another' }]) {
      const request = { accountId: ADA, credits: 4, ...other };
      assert.equal((await later.settle({ ...request, holdId: first })).kept, kept);
      assert.equal((await later.settle({ ...request, holdId: second })).kept, undefined);
    }
  });

  it('remembers a settlement when it is opened again', async ({ ledger, grant, reopen }) => {
    await grant(ADA, 100);
    const holdId = await holdFor(ledger, { credits: 10 });
    await settle(ledger, holdId, 4);
    const later = (await reopen?.()) ?? ledger;
    sameJson(await settle(later, holdId, 10), { charged: 4, returned: 6 });
    await later.hold(holdRequest({ holdId }));
    sameJson(await later.balance(ADA), { available: 96, held: 0 });
  });
}
