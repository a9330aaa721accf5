import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextTurn } from '../async/turn.js';
import { settle } from '../async/turns.fixture.js';
import type { E164 } from '../model/identifiers.js';
import type { CheckContext } from '../ports/number-checker.js';
import { heldChecker } from './held-checker.fixture.js';
import { A, B, DEADLINE_MS, trial } from './running-calls.fixture.js';

describe('calls under way', () => {
  it('take one timer for those that begin in the same turn of the event loop', () => {
    const { ask, clock } = trial(heldChecker().checker);
    ask(A);
    ask(B);
    expect(clock.pending).toBe(1);
  });

  it('have the whole deadline if they begin in a later turn', async () => {
    const { ask, clock, outcomes } = trial(heldChecker().checker);
    ask(A);
    await nextTurn();
    clock.advance(DEADLINE_MS - 1);
    ask(B);
    clock.advance(1);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed' }]);
    clock.advance(DEADLINE_MS - 2);
    await settle();
    expect(outcomes).toHaveLength(1);
    clock.advance(1);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }]);
  });

  it('have failed at the deadline, whatever the checker answers later, and are aborted after as long again', async () => {
    const { calls, checker } = heldChecker();
    const { ask, breaker, clock, outcomes } = trial(checker);
    ask(A);
    clock.advance(DEADLINE_MS - 1);
    await settle();
    expect(outcomes).toEqual([]);
    clock.advance(1);
    await settle();
    const error = { name: 'CheckEnded', message: 'no answer within 1000 ms' };
    expect(outcomes).toMatchObject([{ kind: 'failed', error }]);
    clock.advance(DEADLINE_MS - 1);
    expect(calls[0]?.signal.aborted).toBe(false);
    clock.advance(1);
    expect(calls[0]?.signal.reason).toMatchObject({ name: 'CheckEnded' });
    expect(clock.pending).toBe(0);
    calls[0]?.answer('dead');
    await settle();
    expect(outcomes).toHaveLength(1);
    expect(breaker.isOpen).toBe(false);
  });

  it('are not aborted once all that passed the deadline have ended', async () => {
    const { calls, checker } = heldChecker();
    const { ask, clock } = trial(checker);
    ask(A);
    ask(B);
    clock.advance(DEADLINE_MS);
    await settle();
    calls[0]?.answer('dead');
    await settle();
    expect(clock.pending).toBe(1);
    calls[1]?.fail(new Error('502'));
    await settle();
    expect(clock.pending).toBe(0);
    clock.advance(DEADLINE_MS);
    await settle();
    expect(calls[0]?.signal.aborted).toBe(false);
  });

  it('are aborted after the deadline as soon as the service gives them up', async () => {
    const { calls, checker } = heldChecker();
    const { ask, clock, lateCalls } = trial(checker);
    ask(A);
    clock.advance(DEADLINE_MS);
    await settle();
    lateCalls.giveUp();
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('leave no timer behind once they have ended', async () => {
    const { calls, checker } = heldChecker();
    const { ask, clock } = trial(checker);
    ask(A);
    ask(B);
    await nextTurn();
    for (const call of calls) call.answer('dead');
    await settle();
    expect(clock.pending).toBe(0);
  });

  it('end together when they are given up, in every turn in which they began', async () => {
    const { calls, checker } = heldChecker();
    const { ask, clock, failures, outcomes, running } = trial(checker);
    ask(A);
    await nextTurn();
    ask(B);
    running.giveUp();
    await settle();
    expect(outcomes).toEqual([{ kind: 'given_up' }, { kind: 'given_up' }]);
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(clock.pending).toBe(0);
    expect(failures).toEqual([]);
  });

  it('can begin again in the turn in which others were given up', async () => {
    const { calls, checker } = heldChecker();
    const { ask, clock, outcomes, running } = trial(checker);
    ask(A);
    running.giveUp();
    ask(B);
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    clock.advance(DEADLINE_MS);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'given_up' }, { kind: 'failed' }]);
  });

  it('continue to share a timer when calls of an earlier turn end', async () => {
    const { ask, clock } = trial(heldChecker().checker);
    ask(A);
    await nextTurn();
    clock.advance(DEADLINE_MS - 1);
    ask(B);
    clock.advance(1);
    ask(A);
    expect(clock.pending).toBe(1);
  });

  it.each([
    [false, true],
    [true, false],
  ])('that fail, as repeats: %s, are a sign of an outage: %s', async (isRepeat, isSign) => {
    const { breaker, running } = trial({ check: () => Promise.reject(new Error('refused')) });
    for (let call = 0; call < 50; call += 1) {
      const numbers = [`+1415555${1_000 + call}` as E164];
      await new Promise((resolve) => running.begin(numbers, isRepeat, resolve));
    }
    expect(breaker.isDoubtful).toBe(isSign);
  });

  it('continue by the elapsed time when the wall clock is set', async () => {
    const { ask, clock, outcomes } = trial(heldChecker().checker);
    ask(A);
    clock.set(clock.now() + 3_600_000);
    await settle();
    expect(outcomes).toEqual([]);
    clock.set(clock.now() - 7_200_000);
    clock.advance(DEADLINE_MS);
    await settle();
    expect(outcomes).toHaveLength(1);
  });

  it('may be a thousand that all listen to their signal without a warning of Node', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const { ask, running } = trial({
      check: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    for (let call = 0; call < 1_000; call += 1) ask(A);
    await settle();
    running.giveUp();
    expect(warnings).toEqual([]);
  });
});

describe('calls that are given up after a grace', () => {
  const GRACE_MS = 300;

  it.each(['before', 'after'])(
    'end when it has passed, with the signal aborted %s they began',
    async (when) => {
      const { ask, clock, outcomes, running } = trial(heldChecker().checker);
      const stop = new AbortController();
      if (when === 'before') stop.abort();
      running.giveUpAfter(stop.signal, GRACE_MS);
      ask(A);
      stop.abort();
      clock.advance(GRACE_MS - 1);
      await settle();
      expect(outcomes).toEqual([]);
      clock.advance(1);
      await settle();
      expect(outcomes).toEqual([{ kind: 'given_up' }]);
    },
  );

  it.each([true, false])(
    'leave neither a listener nor a timer once it is undone, aborted: %s',
    (isAborted) => {
      const { clock, running } = trial(heldChecker().checker);
      const stop = new AbortController();
      const undo = running.giveUpAfter(stop.signal, GRACE_MS);
      if (isAborted) stop.abort();
      undo();
      expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
      expect(clock.pending).toBe(0);
    },
  );
});

describe('the context of a check', () => {
  it('is a plain frozen object of its own that has its signal from the beginning', async () => {
    const contexts: CheckContext[] = [];
    const { ask } = trial({
      async check(_, context) {
        contexts.push(context);
        return 'dead';
      },
    });
    ask(A);
    await settle();
    const [context] = contexts;
    expect(Object.keys(context ?? {})).toEqual(['signal', 'accountId']);
    expect(Object.getPrototypeOf(context)).toBe(Object.prototype);
    expect(Object.isFrozen(context)).toBe(true);
    expect({ ...context }.signal).toBeInstanceOf(AbortSignal);
    expect(Object.getOwnPropertyDescriptor(context, 'signal')).toHaveProperty('value');
  });

  it('has numbers that a checker may change without any effect', async () => {
    const seen: string[][] = [];
    const { ask, outcomes } = trial({
      maxNumbers: 5,
      async checkMany(numbers) {
        seen.push([...numbers]);
        // Only a checker without types can do this.
        (numbers as E164[]).length = 0;
        return ['dead', 'inactive'];
      },
    });
    const asked = [A, B];
    ask(...asked);
    await settle();
    expect(seen).toEqual([[A, B]]);
    expect(outcomes).toMatchObject([{ kind: 'answered', answers: ['dead', 'inactive'] }]);
  });
});
