import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log/logging.js';
import { stopOnSignals } from './end-of-process.js';

const never = () => new Promise<void>(() => {});

function stoppable(close: () => Promise<void>) {
  const signals = new EventEmitter();
  const exit = vi.fn();
  const log = createLog('silent', { write: () => {} });
  stopOnSignals({ timeoutMs: 10_000, log, close, exit, signals });
  return { signals, exit };
}

describe('stopOnSignals', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(['SIGTERM', 'SIGINT'])('exits with 0 after an orderly stop at %s', async (signal) => {
    const { signals, exit } = stoppable(async () => {});
    signals.emit(signal, signal);
    await vi.advanceTimersByTimeAsync(0);
    expect(exit.mock.calls).toEqual([[0]]);
    // The time of a forced end passes.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(exit.mock.calls).toEqual([[0]]);
  });

  it('exits with 1 when stopping fails', async () => {
    const { signals, exit } = stoppable(async () => {
      throw new Error('the disk is gone');
    });
    signals.emit('SIGTERM', 'SIGTERM');
    await vi.advanceTimersByTimeAsync(0);
    expect(exit.mock.calls).toEqual([[1]]);
  });

  it('forces the end when stopping takes too long', async () => {
    const { signals, exit } = stoppable(never);
    signals.emit('SIGTERM', 'SIGTERM');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(exit.mock.calls).toEqual([[1]]);
  });

  it('forces the end at a second signal, but not at the same one passed on by npm', async () => {
    const { signals, exit } = stoppable(never);
    signals.emit('SIGINT', 'SIGINT');
    await vi.advanceTimersByTimeAsync(100);
    signals.emit('SIGINT', 'SIGINT');
    expect(exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(900);
    signals.emit('SIGINT', 'SIGINT');
    expect(exit.mock.calls).toEqual([[1]]);
  });
});
