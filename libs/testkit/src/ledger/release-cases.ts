import assert from 'node:assert/strict';
import { sameJson } from '../runner/expectations.js';
import { type DefineTimedCase, DRIFT_MS } from '../runner/own-time.js';
import { ADA, BOB, holdFor, type LedgerSubject, settle } from './sample-hold.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export function releaseCases(it: DefineTimedCase<LedgerSubject>): void {
  it('releases the holds whose time has passed, of every account', async ({ ledger, grant }, time) => {
    await grant(ADA, 1_111);
    await grant(BOB, 5);
    await holdFor(ledger, { credits: 1, expiresAfterMs: 0 });
    await holdFor(ledger, { credits: 10, expiresAfterMs: MINUTE_MS });
    await holdFor(ledger, { credits: 100, expiresAfterMs: 2 * MINUTE_MS });
    await holdFor(ledger, { credits: 1_000, expiresAfterMs: null });
    await holdFor(ledger, { accountId: BOB, credits: 5, expiresAfterMs: MINUTE_MS });
    await time.pass(MINUTE_MS - 2 * DRIFT_MS);
    assert.equal(await ledger.releaseExpired(), 1);
    await time.pass(2 * DRIFT_MS);
    assert.equal(await ledger.releaseExpired(), 2);
    sameJson(await ledger.balance(ADA), { available: 11, held: 1_100 });
    sameJson(await ledger.balance(BOB), { available: 5, held: 0 });
    assert.equal(await ledger.releaseExpired(), 0);
    await time.pass(100 * HOUR_MS);
    assert.equal(await ledger.releaseExpired(), 1);
    sameJson(await ledger.balance(ADA), { available: 111, held: 1_000 });
  });

  for (const [direction, ms] of [
    ['ahead', HOUR_MS],
    ['back', -HOUR_MS],
  ] as const) {
    it(`lets holds expire alike when the clock is set ${direction}`, async ({ ledger, grant }, time) => {
      await grant(ADA, 10);
      await holdFor(ledger, { credits: 10, expiresAfterMs: MINUTE_MS });
      time.setClock(ms);
      assert.equal(await ledger.releaseExpired(), 0);
      await time.pass(MINUTE_MS);
      assert.equal(await ledger.releaseExpired(), 1);
    });
  }

  it('charges an expired hold that was not released yet', async (subject, time) => {
    const { ledger, grant } = subject;
    await grant(ADA, 10);
    const holdId = await holdFor(ledger, { credits: 10, expiresAfterMs: MINUTE_MS });
    await time.pass(HOUR_MS);
    sameJson(await ledger.balance(ADA), { available: 0, held: 10 });
    sameJson(await settle(ledger, holdId, 4), { charged: 4, returned: 6 });
    sameJson(await ledger.balance(ADA), { available: 6, held: 0 });
  });

  it('releases each hold once when it runs at several places', async ({ ledger, grant }) => {
    await grant(ADA, 100);
    for (let made = 0; made < 10; made += 1) await holdFor(ledger, { credits: 10, expiresAfterMs: 0 });
    const released = await Promise.all(Array.from({ length: 5 }, () => ledger.releaseExpired()));
    assert.equal(
      released.reduce((sum, count) => sum + count, 0),
      10,
    );
    sameJson(await ledger.balance(ADA), { available: 100, held: 0 });
  });
}
