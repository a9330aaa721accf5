import assert from 'node:assert/strict';
import { sameBytes } from '../runner/expectations.js';
import { type DefineTimedCase, DRIFT_MS } from '../runner/own-time.js';
import {
  ADA,
  BOB,
  begin,
  beginAgain,
  beginNew,
  expectDone,
  expectInProgress,
  KEEP_MS,
  LEASE_MS,
  type ReplayStoreSubject,
  replayKey,
  sampleAnswer,
} from './sample-request.js';

const OTHER = sampleAnswer({ fingerprint: 'sha256:2', reply: Uint8Array.of(9) });

export function answerCases(it: DefineTimedCase<ReplayStoreSubject>): void {
  it('answers a repeat with the reply to the request', async ({ store }) => {
    const replies = [Uint8Array.of(0, 255, 10, 13), new Uint8Array(0), Buffer.alloc(200_000, 'größe,😀')];
    for (const [index, reply] of replies.entries()) {
      const key = replayKey({ key: `key ${index}` });
      const answer = sampleAnswer({ fingerprint: `fingerprint ${index}`, reply });
      await store.complete(await beginNew(store, key), answer);
      for (let repeat = 0; repeat < 3; repeat += 1) await expectDone(store, key, answer);
    }
  });

  it('keeps an answer for its time, and no longer', async ({ store }, time) => {
    await store.complete(await beginNew(store, replayKey()), sampleAnswer());
    await time.pass(KEEP_MS - 2 * DRIFT_MS);
    await expectDone(store, replayKey(), sampleAnswer());
    await time.pass(2 * DRIFT_MS);
    await beginNew(store, replayKey());
  });

  it('forgets the answers that it is told to, of that account alone', async ({ store }) => {
    const gone = Buffer.from('{"phone":"+14155550100"}');
    const isGone = (reply: Uint8Array) => Buffer.from(reply).includes('+14155550100');
    const keys = Array.from({ length: 120 }, (_, index) => replayKey({ key: `key ${index}` }));
    for (const [index, key] of keys.entries())
      await store.complete(
        await beginNew(store, key),
        index % 2 === 0 ? sampleAnswer({ reply: gone }) : OTHER,
      );
    const bobs = replayKey({ accountId: BOB });
    await store.complete(await beginNew(store, bobs), sampleAnswer({ reply: gone }));
    const underWay = replayKey({ key: 'under way' });
    await beginNew(store, underWay);
    assert.deepEqual([await store.forget(ADA, isGone), await store.forget(ADA, isGone)], [60, 0]);
    const [first, second] = keys;
    assert.ok(first !== undefined && second !== undefined);
    await expectDone(store, second, OTHER);
    await expectDone(store, bobs, sampleAnswer({ reply: gone }));
    await expectInProgress(store, underWay, LEASE_MS);
    // Its place is free again.
    assert.equal((await begin(store, first, 62)).outcome, 'new');
  });

  it('keeps the first answer of a request', async ({ store }) => {
    const lease = await beginNew(store, replayKey());
    await store.complete(lease, sampleAnswer());
    await store.complete(lease, OTHER);
    await store.abandon(lease);
    await expectDone(store, replayKey(), sampleAnswer());
  });

  it('takes the answer of a lease whose time has passed, unless others have begun', async ({
    store,
  }, time) => {
    const late = await beginNew(store, replayKey());
    await time.pass(2 * LEASE_MS);
    await store.complete(late, sampleAnswer());
    await expectDone(store, replayKey(), sampleAnswer());

    const key = replayKey({ key: 'another' });
    const lost = await beginNew(store, key);
    await time.pass(LEASE_MS);
    const current = await beginAgain(store, key);
    await store.complete(lost, OTHER);
    await expectInProgress(store, key, LEASE_MS);
    await store.abandon(lost);
    await expectInProgress(store, key, LEASE_MS);
    await store.complete(current, sampleAnswer());
    await store.complete(lost, OTHER);
    await expectDone(store, key, sampleAnswer());
  });

  it('begins a request anew that was abandoned', async ({ store }) => {
    const first = await beginNew(store, replayKey());
    await store.abandon(first);
    await store.abandon(first);
    const second = await beginNew(store, replayKey());
    assert.notEqual(second.token, first.token);
    await store.abandon(first);
    await store.complete(first, OTHER);
    await expectInProgress(store, replayKey(), LEASE_MS);
  });

  it('takes nothing of a request that was never begun', async ({ store }) => {
    const lease = { ...replayKey(), token: 'a token' };
    await store.complete(lease, sampleAnswer());
    await store.abandon(lease);
    await beginNew(store, replayKey());
  });

  it('removes expired answers, at most as many as asked', async ({ store }, time) => {
    for (const [made, accountId] of [ADA, ADA, BOB, BOB].entries()) {
      const lease = await beginNew(store, replayKey({ accountId, key: `answered ${made}` }));
      await store.complete(lease, sampleAnswer({ keepMs: LEASE_MS }));
    }
    await beginNew(store, replayKey({ key: 'killed' }));
    assert.equal(await store.expire({ limit: 9 }), 0);
    await time.pass(LEASE_MS);
    const kept = await beginNew(store, replayKey({ key: 'kept' }));
    await store.complete(kept, sampleAnswer());
    await beginNew(store, replayKey({ key: 'running' }));
    assert.deepEqual([await store.expire({ limit: 3 }), await store.expire({ limit: 9 })], [3, 1]);
    assert.equal(await store.expire({ limit: 9 }), 0);
    await expectDone(store, kept, sampleAnswer());
    await expectInProgress(store, replayKey({ key: 'running' }), LEASE_MS);
    await beginAgain(store, replayKey({ key: 'killed' }));
  });

  it('keeps copies of its arguments, and returns copies', async ({ store }) => {
    const reply = Buffer.from([1, 2, 3]);
    await store.complete(await beginNew(store, replayKey()), sampleAnswer({ reply }));
    reply.fill(0);
    const first = await begin(store, replayKey());
    assert.ok(first.outcome === 'done');
    sameBytes(first.reply, Uint8Array.of(1, 2, 3));
    first.reply.fill(9);
    await expectDone(store, replayKey(), sampleAnswer({ reply: Uint8Array.of(1, 2, 3) }));
  });

  it('remembers requests and answers when it is opened again', async ({ store, reopen }, time) => {
    await store.complete(await beginNew(store, replayKey()), sampleAnswer());
    const running = replayKey({ key: 'running' });
    const lease = await beginNew(store, running);
    await time.pass(LEASE_MS / 2);
    const later = (await reopen?.()) ?? store;
    await expectDone(later, replayKey(), sampleAnswer());
    await expectInProgress(later, running, LEASE_MS / 2);
    await later.complete(lease, OTHER);
    await expectDone(later, running, OTHER);
  });
}
