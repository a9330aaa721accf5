import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { deferred } from './spoken-checkers.fixture.js';
import { keepListening, unlessAborted } from './waiting.js';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('unlessAborted', () => {
  it('listens to a signal once, however many wait, and no more when the last has its result', async () => {
    const { signal } = new AbortController();
    const [first, second] = [deferred<string>(), deferred<string>()];
    const results = [unlessAborted(first.promise, signal), unlessAborted(second.promise, signal)];
    expect(listeners(signal)).toBe(1);
    first.resolve('first');
    expect(await results[0]).toBe('first');
    expect(listeners(signal)).toBe(1);
    second.reject(new Error('second'));
    await expect(results[1]).rejects.toThrow('second');
    expect(listeners(signal)).toBe(0);
  });

  it('rejects for everybody who waits when the signal is aborted, and for whoever comes later', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const [first, second] = [deferred<string>(), deferred<string>()];
    const results = [first, second].map(({ promise }) => unlessAborted(promise, signal));
    controller.abort(new Error('too slow'));
    for (const result of results) await expect(result).rejects.toThrow('too slow');
    await expect(unlessAborted(Promise.resolve('late'), signal)).rejects.toThrow('too slow');
    // What they waited for goes on, and nobody hears of it.
    first.resolve('first');
    second.reject(new Error('second'));
    await Promise.allSettled([first.promise, second.promise]);
  });

  it('listens all the time to a signal for which that is asked', async () => {
    const controller = new AbortController();
    keepListening(controller.signal);
    for (const value of ['first', 'second']) {
      expect(await unlessAborted(Promise.resolve(value), controller.signal)).toBe(value);
      expect(listeners(controller.signal)).toBe(1);
    }
    const result = unlessAborted(new Promise<never>(() => {}), controller.signal);
    controller.abort(new Error('too slow'));
    await expect(result).rejects.toThrow('too slow');
  });

  it('waits anew on a signal that nobody waited on meanwhile', async () => {
    const controller = new AbortController();
    await unlessAborted(Promise.resolve('before'), controller.signal);
    const result = unlessAborted(new Promise<never>(() => {}), controller.signal);
    controller.abort(new Error('too slow'));
    await expect(result).rejects.toThrow('too slow');
  });
});
