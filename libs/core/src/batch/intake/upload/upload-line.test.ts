import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../async/turns.fixture.js';
import { ManualClock } from '../../../memory/manual-clock.js';
import { type AccountId, accountId } from '../../../model/identifiers.js';
import { ALICE, BOB } from '../../../service/trial-service.fixture.js';
import { UploadLine } from './upload-line.js';

const never = new AbortController().signal;

function trial(maxUploads = 3, maxUploadsPerAccount = 2) {
  const clock = new ManualClock();
  const line = new UploadLine({ maxUploads, maxUploadsPerAccount, uploadWaitMs: 30_000, clock });
  const admitted: string[] = [];
  const leaves = new Map<string, () => void>();
  const refused: unknown[] = [];
  const enter = (name: string, account: AccountId, signal: AbortSignal = never): void => {
    line.enter(account, signal).then(
      (leave) => {
        admitted.push(name);
        leaves.set(name, leave);
      },
      (error: unknown) => refused.push(error),
    );
  };
  return { admitted, clock, enter, leave: (name: string) => leaves.get(name)?.(), refused };
}

describe('the line of uploads', () => {
  it('skips a file whose request ends in the turn in which another one leaves', async () => {
    const { admitted, enter, leave } = trial(1);
    const stop = new AbortController();
    enter('a1', ALICE);
    enter('a2', ALICE, stop.signal);
    enter('a3', ALICE);
    await settle();
    stop.abort();
    leave('a1');
    await settle();
    expect(admitted).toEqual(['a1', 'a3']);
  });

  it('admits as many as allowed, for an account and in all, and the others in order', async () => {
    const { admitted, enter, leave } = trial();
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, ALICE);
    for (const name of ['b1', 'b2']) enter(name, BOB);
    await settle();
    expect(admitted).toEqual(['a1', 'a2', 'b1']);
    leave('b1');
    await settle();
    // Alice has two already, so Bob's next one is first.
    expect(admitted).toEqual(['a1', 'a2', 'b1', 'b2']);
    leave('a1');
    leave('a2');
    await settle();
    expect(admitted.slice(4)).toEqual(['a3', 'a4']);
  });

  it('gives a free slot to the next in line, not to a newcomer', async () => {
    const { admitted, enter, leave } = trial(1, 1);
    enter('a1', ALICE);
    enter('b1', BOB);
    await settle();
    leave('a1');
    enter('a2', ALICE);
    await settle();
    expect(admitted).toEqual(['a1', 'b1']);
  });

  it('counts an upload that has left twice once', async () => {
    const { admitted, enter, leave } = trial(1, 1);
    enter('a1', ALICE);
    await settle();
    leave('a1');
    leave('a1');
    enter('a2', ALICE);
    enter('b1', BOB);
    await settle();
    expect(admitted).toEqual(['a1', 'a2']);
  });

  it('refuses an upload that has waited too long, and says why and when to try again', async () => {
    const { clock, enter, refused } = trial();
    for (const name of ['a1', 'a2', 'a3']) enter(name, ALICE);
    enter('b1', BOB);
    enter('b2', BOB);
    await settle();
    clock.advance(29_999);
    await settle();
    expect(refused).toEqual([]);
    clock.advance(1);
    await settle();
    expect(refused).toMatchObject([
      { code: 'too_many_requests', retryAfterMs: 30_000 },
      { code: 'overloaded', retryAfterMs: 30_000 },
    ]);
    expect(clock.pending).toBe(0);
  });

  it('rejects an upload that is aborted while waiting, and leaves nothing behind', async () => {
    const { admitted, clock, enter, leave, refused } = trial(1, 1);
    const stop = new AbortController();
    const live = new AbortController();
    enter('a1', ALICE);
    enter('b1', BOB, stop.signal);
    enter('b2', BOB, live.signal);
    await settle();
    stop.abort(new Error('gone'));
    await settle();
    expect(refused).toMatchObject([{ message: 'gone' }]);
    leave('a1');
    await settle();
    expect(admitted).toEqual(['a1', 'b2']);
    expect(clock.pending).toBe(0);
    expect(getEventListeners(live.signal, 'abort')).toEqual([]);
  });

  it('rejects an aborted upload that would have to wait', async () => {
    const { clock, enter, refused } = trial(1, 1);
    enter('a1', ALICE);
    enter('b1', BOB, AbortSignal.abort(new Error('gone')));
    await settle();
    expect(refused).toMatchObject([{ message: 'gone' }]);
    expect(clock.pending).toBe(0);
  });

  it('never admits too many at once, and never keeps an upload waiting that may enter', async () => {
    const step = fc.record({ what: fc.constantFrom('enter', 'leave', 'pass'), who: fc.nat({ max: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = new ManualClock();
        const line = new UploadLine({ maxUploads: 4, maxUploadsPerAccount: 2, uploadWaitMs: 1_000, clock });
        const running: { who: number; leave: () => void }[] = [];
        const waiting = new Map<number, number>();
        for (const { what, who } of steps) {
          if (what === 'enter') {
            waiting.set(who, (waiting.get(who) ?? 0) + 1);
            const done = (): void => void waiting.set(who, (waiting.get(who) ?? 0) - 1);
            line.enter(accountId(`account ${who}`), never).then(
              (leave) => {
                done();
                running.push({ who, leave });
              },
              () => done(),
            );
          }
          if (what === 'leave') running.splice(who % Math.max(1, running.length), 1)[0]?.leave();
          if (what === 'pass') clock.advance(400);
          for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
          const of = (account: number): number => running.filter((one) => one.who === account).length;
          expect(running.length).toBeLessThanOrEqual(4);
          for (const account of [0, 1, 2, 3]) {
            expect(of(account)).toBeLessThanOrEqual(2);
            if ((waiting.get(account) ?? 0) > 0) expect(running.length === 4 || of(account) === 2).toBe(true);
          }
        }
      }),
    );
  });
});
