import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from './spoken-checkers.fixture.js';
import { unlessAborted } from './waiting.js';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('unlessAborted', () => {
  it('listens to a signal while it waits, and no longer', async () => {
    const { signal } = new AbortController();
    const [first, second] = [deferred<string>(), deferred<string>()];
    const results = [unlessAborted(first.promise, signal), unlessAborted(second.promise, signal)];
    expect(listeners(signal)).toBe(2);
    first.resolve('first');
    expect(await results[0]).toBe('first');
    expect(listeners(signal)).toBe(1);
    second.reject(new Error('second'));
    await expect(results[1]).rejects.toThrow('second');
    expect(listeners(signal)).toBe(0);
  });

  it('waits on one signal many times at once, without a warning of Node', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 20 }, () => unlessAborted(Promise.resolve(), signal)));
    // Node emits warnings in the next tick.
    await new Promise(setImmediate);
    expect(warned).not.toHaveBeenCalled();
  });

  it('rejects for all waiting and later calls when the signal is aborted', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const [first, second] = [deferred<string>(), deferred<string>()];
    const results = [first, second].map(({ promise }) => unlessAborted(promise, signal));
    controller.abort(new Error('too slow'));
    for (const result of results) await expect(result).rejects.toThrow('too slow');
    await expect(unlessAborted(Promise.resolve('late'), signal)).rejects.toThrow('too slow');
    // The awaited promise continues, and its rejection is handled.
    first.resolve('first');
    second.reject(new Error('second'));
    await Promise.allSettled([first.promise, second.promise]);
  });

  it('waits again on a signal without listeners in between', async () => {
    const controller = new AbortController();
    await unlessAborted(Promise.resolve('before'), controller.signal);
    const result = unlessAborted(new Promise<never>(() => {}), controller.signal);
    controller.abort(new Error('too slow'));
    await expect(result).rejects.toThrow('too slow');
  });
});
