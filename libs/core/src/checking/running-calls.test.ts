import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../memory/manual-clock.js';
import { nextTurn } from '../next-turn.js';
import type { E164 } from '../phone/e164.js';
import { type CallOutcome, checkerCalls } from './checker-calls.js';
import { RunningCalls } from './running-calls.js';

const DEADLINE_MS = 1_000;
const [A, B] = ['+14155552671', '+442071838750'] as [E164, E164];

function hanging(signal?: AbortSignal) {
  const clock = new ManualClock();
  const asked: E164[] = [];
  const outcomes: CallOutcome[] = [];
  const calls = checkerCalls({
    check: (number) => {
      asked.push(number);
      return new Promise(() => undefined);
    },
  });
  const running = new RunningCalls({ calls, clock, checkDeadlineMs: DEADLINE_MS }, signal);
  const start = (number: E164) => running.start([number], (outcome) => outcomes.push(outcome));
  return { asked, clock, outcomes, running, start };
}

describe('calls under way', () => {
  it('take one timer for those that begin in the same turn of the event loop', () => {
    const { clock, start } = hanging();
    start(A);
    start(B);
    expect(clock.pending).toBe(1);
  });

  it('have the whole time when they begin in a later turn', async () => {
    const { clock, outcomes, start } = hanging();
    start(A);
    await nextTurn();
    clock.advance(DEADLINE_MS - 1);
    start(B);
    clock.advance(1);
    expect(outcomes).toEqual([['check_failed']]);
    clock.advance(DEADLINE_MS - 2);
    expect(outcomes).toHaveLength(1);
    clock.advance(1);
    expect(outcomes).toEqual([['check_failed'], ['check_failed']]);
  });

  it('have the whole time when one that has just run out of it makes room for them', () => {
    const { clock, outcomes, running, start } = hanging();
    running.start([A], (outcome) => {
      outcomes.push(outcome);
      start(B);
    });
    clock.advance(DEADLINE_MS);
    expect(outcomes).toHaveLength(1);
    clock.advance(DEADLINE_MS);
    expect(outcomes).toHaveLength(2);
  });

  it('leave no timer behind once they are closed', async () => {
    const { clock, running, start } = hanging();
    start(A);
    await nextTurn();
    start(B);
    running.close();
    expect(clock.pending).toBe(0);
  });

  it('leave nothing on the signal once they are closed, which may outlive millions of them', () => {
    const { signal } = new AbortController();
    const { running, start } = hanging(signal);
    start(A);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    running.close();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('end with the signal, after which nobody is asked', () => {
    const stop = new AbortController();
    const { asked, outcomes, start } = hanging(stop.signal);
    start(A);
    stop.abort();
    start(B);
    expect(asked).toEqual([A]);
    expect(outcomes).toEqual([['check_failed'], ['check_failed']]);
  });
});
