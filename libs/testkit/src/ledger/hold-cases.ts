import assert from 'node:assert/strict';
import { accountId } from '@dialproof/core';
import { rejectsWithCode, sameJson } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import { ADA, BOB, holdFor, holdRequest, type LedgerSubject, settle, tryHold } from './sample-hold.js';

export function holdCases(it: DefineTimedCase<LedgerSubject>): void {
  it('knows zeros of an account it does not know', async ({ ledger }) => {
    sameJson(await ledger.balance(ADA), { available: 0, held: 0 });
  });

  it('keeps accounts apart whose ids differ in the case of a letter alone', async ({ ledger, grant }) => {
    const [small, capital] = [accountId('account-a'), accountId('account-A')];
    await grant(small, 10);
    await grant(capital, 200);
    await holdFor(ledger, { accountId: small, credits: 1 });
    sameJson(await ledger.balance(small), { available: 9, held: 1 });
    sameJson(await ledger.balance(capital), { available: 200, held: 0 });
  });

  it('holds all available credits, and not one more', async ({ ledger, grant }) => {
    await grant(ADA, 100);
    await rejectsWithCode(ledger.hold(holdRequest({ credits: 101 })), 'insufficient_credits');
    sameJson(await ledger.balance(ADA), { available: 100, held: 0 });
    await holdFor(ledger, { credits: 100 });
    await rejectsWithCode(ledger.hold(holdRequest({ credits: 1 })), 'insufficient_credits');
    sameJson(await ledger.balance(ADA), { available: 0, held: 100 });
  });

  it('holds nothing of an account it does not know', async ({ ledger, grant }) => {
    await grant(BOB, 50);
    await rejectsWithCode(ledger.hold(holdRequest({ credits: 1 })), 'insufficient_credits');
    sameJson(await ledger.balance(ADA), { available: 0, held: 0 });
    sameJson(await ledger.balance(BOB), { available: 50, held: 0 });
  });

  it('holds 0 credits, also if none are available', async ({ ledger, grant }) => {
    await grant(ADA, 10);
    await holdFor(ledger, { credits: 10 });
    const holdId = await holdFor(ledger, { credits: 0 });
    sameJson(await ledger.balance(ADA), { available: 0, held: 10 });
    sameJson(await settle(ledger, holdId, 0), { charged: 0, returned: 0 });
  });

  it('counts beyond 32 bits', async ({ ledger, grant }) => {
    await grant(ADA, 5_000_000_000);
    const holdId = await holdFor(ledger, { credits: 4_999_999_999 });
    sameJson(await ledger.balance(ADA), { available: 1, held: 4_999_999_999 });
    sameJson(await settle(ledger, holdId, 3_000_000_000), {
      charged: 3_000_000_000,
      returned: 1_999_999_999,
    });
    sameJson(await ledger.balance(ADA), { available: 2_000_000_000, held: 0 });
  });

  it('changes nothing when an open hold is repeated, whatever the repeat asks', async ({ ledger, grant }) => {
    await grant(ADA, 100);
    await grant(BOB, 100);
    const holdId = await holdFor(ledger, { credits: 60, expiresAfterMs: null });
    await ledger.hold(holdRequest({ holdId, credits: 60 }));
    await ledger.hold(holdRequest({ holdId, credits: 1_000 }));
    await ledger.hold(holdRequest({ holdId, credits: 1, accountId: BOB, expiresAfterMs: 0 }));
    sameJson(await ledger.balance(ADA), { available: 40, held: 60 });
    sameJson(await ledger.balance(BOB), { available: 100, held: 0 });
    assert.equal(await ledger.releaseExpired(), 0, 'a repeat must not change when a hold expires');
  });

  it('does not open a closed hold again', async ({ ledger, grant }) => {
    await grant(ADA, 100);
    const settled = await holdFor(ledger, { credits: 10 });
    const released = await holdFor(ledger, { credits: 10 });
    await settle(ledger, settled, 10);
    await settle(ledger, released, 0);
    await ledger.hold(holdRequest({ holdId: settled }));
    await ledger.hold(holdRequest({ holdId: released }));
    sameJson(await ledger.balance(ADA), { available: 90, held: 0 });
  });

  it('never lets concurrent holds take more than is available', async ({ ledger, grant }) => {
    await grant(ADA, 100);
    const made = await Promise.all(
      Array.from({ length: 60 }, () => tryHold(ledger, holdRequest({ credits: 3 }))),
    );
    assert.equal(made.filter(Boolean).length, 33);
    sameJson(await ledger.balance(ADA), { available: 1, held: 99 });
  });

  it('makes a hold once when it is made many times at once', async ({ ledger, grant }) => {
    await grant(ADA, 100);
    const request = holdRequest({ credits: 60 });
    const made = await Promise.all(Array.from({ length: 10 }, () => tryHold(ledger, request)));
    assert.deepEqual(made, Array(10).fill(true));
    sameJson(await ledger.balance(ADA), { available: 40, held: 60 });
  });

  it('remembers balances and open holds when it is opened again', async ({ ledger, grant, reopen }) => {
    await grant(ADA, 100);
    const holdId = await holdFor(ledger, { credits: 30 });
    const later = (await reopen?.()) ?? ledger;
    sameJson(await later.balance(ADA), { available: 70, held: 30 });
    await later.hold(holdRequest({ holdId, credits: 30 }));
    sameJson(await settle(later, holdId, 20), { charged: 20, returned: 10 });
    sameJson(await later.balance(ADA), { available: 80, held: 0 });
  });
}
