import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.js';
import { endOnDefect, stopOnSignals } from './run-program.js';

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

describe('an uncaught error', () => {
  it('is logged without the number that it quotes, and ends the process with 1', () => {
    const errors = new EventEmitter();
    const codes: number[] = [];
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    endOnDefect({ log, exit: (code) => void codes.push(code), errors });
    errors.emit('uncaughtException', new TypeError('no answer for +14155550199'), 'unhandledRejection');
    expect(codes).toEqual([1]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 60,
      error: { name: 'TypeError', message: 'no answer for [masked]' },
    });
    expect(lines[0]).not.toContain('5550199');
  });
});
