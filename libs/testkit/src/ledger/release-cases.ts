import assert from 'node:assert/strict';
import { sameJson } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import type { LedgerSubject } from './credit-ledger-contract.js';
import { ADA, BOB, holdFor, holdRequest } from './sample-hold.js';

const NOON = Date.UTC(2026, 0, 1, 12);

export function releaseCases(it: DefineCase<LedgerSubject>): void {
  it('releases the holds that expire now or earlier, of every account', async ({ ledger, grant }) => {
    await grant(ADA, 1_111);
    await grant(BOB, 5);
    await holdFor(ledger, { credits: 1, expiresAt: NOON - 1 });
    await holdFor(ledger, { credits: 10, expiresAt: NOON });
    await holdFor(ledger, { credits: 100, expiresAt: NOON + 1 });
    await holdFor(ledger, { credits: 1_000, expiresAt: null });
    await holdFor(ledger, { accountId: BOB, credits: 5, expiresAt: NOON });
    assert.equal(await ledger.releaseExpired(NOON), 3);
    sameJson(await ledger.balance(ADA), { available: 11, held: 1_100 });
    sameJson(await ledger.balance(BOB), { available: 5, held: 0 });
    assert.equal(await ledger.releaseExpired(NOON), 0);
    assert.equal(await ledger.releaseExpired(Number.MAX_SAFE_INTEGER), 1);
    sameJson(await ledger.balance(ADA), { available: 111, held: 1_000 });
  });

  it('releases as many holds as have expired', async ({ ledger, grant }) => {
    await grant(ADA, 250);
    for (let made = 0; made < 250; made += 1) await holdFor(ledger, { credits: 1, expiresAt: NOON });
    assert.equal(await ledger.releaseExpired(NOON), 250);
    sameJson(await ledger.balance(ADA), { available: 250, held: 0 });
  });

  it('settles an expired hold with 0, for good', async ({ ledger, grant }) => {
    await grant(ADA, 10);
    const holdId = await holdFor(ledger, { credits: 10, expiresAt: NOON });
    await ledger.releaseExpired(NOON);
    sameJson(await ledger.settle(holdId, 10), { charged: 0, returned: 10 });
    await ledger.hold(holdRequest({ holdId, expiresAt: NOON }));
    assert.equal(await ledger.releaseExpired(NOON), 0);
    sameJson(await ledger.balance(ADA), { available: 10, held: 0 });
  });

  it('charges a hold whose time has passed, as long as nobody has released it', async ({ ledger, grant }) => {
    await grant(ADA, 10);
    const holdId = await holdFor(ledger, { credits: 10, expiresAt: 0 });
    sameJson(await ledger.balance(ADA), { available: 0, held: 10 });
    sameJson(await ledger.settle(holdId, 4), { charged: 4, returned: 6 });
    sameJson(await ledger.balance(ADA), { available: 6, held: 0 });
  });

  it('leaves holds alone that were settled before they expired', async ({ ledger, grant }) => {
    await grant(ADA, 10);
    const holdId = await holdFor(ledger, { credits: 10, expiresAt: NOON });
    await ledger.settle(holdId, 10);
    assert.equal(await ledger.releaseExpired(NOON), 0);
    sameJson(await ledger.balance(ADA), { available: 0, held: 0 });
  });

  it('releases each hold once when it runs at several places', async ({ ledger, grant }) => {
    await grant(ADA, 100);
    for (let made = 0; made < 10; made += 1) await holdFor(ledger, { credits: 10, expiresAt: NOON });
    const released = await Promise.all(Array.from({ length: 5 }, () => ledger.releaseExpired(NOON)));
    assert.equal(
      released.reduce((sum, count) => sum + count, 0),
      10,
    );
    sameJson(await ledger.balance(ADA), { available: 100, held: 0 });
  });

  it('either settles or releases when both come at once', async ({ ledger, grant }) => {
    await grant(ADA, 100);
    const holds = await Promise.all(
      Array.from({ length: 10 }, () => holdFor(ledger, { credits: 10, expiresAt: NOON })),
    );
    const [released, ...settlements] = await Promise.all([
      ledger.releaseExpired(NOON),
      ...holds.map((holdId) => ledger.settle(holdId, 10)),
    ]);
    const charged = settlements.reduce((sum, settlement) => sum + settlement.charged, 0);
    assert.equal(charged, (10 - released) * 10);
    sameJson(await ledger.balance(ADA), { available: 100 - charged, held: 0 });
  });

  it('knows when a hold expires when it is opened again', async ({ ledger, grant, reopen }) => {
    await grant(ADA, 30);
    await holdFor(ledger, { credits: 10, expiresAt: NOON });
    await holdFor(ledger, { credits: 20, expiresAt: NOON + 1 });
    const later = (await reopen?.()) ?? ledger;
    assert.equal(await later.releaseExpired(NOON), 1);
    sameJson(await later.balance(ADA), { available: 10, held: 20 });
  });
}
