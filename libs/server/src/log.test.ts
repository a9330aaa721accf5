import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endsInTime, openLogDestination } from './log.js';

const PIECE_MS = 1_000;
const ALL_MS = 5_000;

describe('openLogDestination', () => {
  it('drops lines after its end, and may be ended twice', async () => {
    const logs = openLogDestination();
    expect(await logs.finish()).toBe('written');
    expect(() => logs.stream.write('too late\n')).not.toThrow();
    expect(await logs.finish()).toBe('written');
  });
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  // First: else it would put the held timers back for the next file of this process.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * A stream whose writes the test controls, like pino's. `timers` are those that end the wait for it, and `cleared` all that were cleared.
 */
function ending() {
  const stream = Object.assign(new EventEmitter(), { end: vi.fn() });
  const started = vi.spyOn(globalThis, 'setTimeout');
  const ends = endsInTime(stream, { pieceMs: PIECE_MS, allMs: ALL_MS });
  const timers = started.mock.results.map(({ value }) => value as unknown);
  started.mockRestore();
  expect(timers).toHaveLength(2);
  const clearing = vi.spyOn(globalThis, 'clearTimeout');
  expect(stream.end).toHaveBeenCalledOnce();
  return { ends, stream, timers, cleared: () => clearing.mock.calls.map(([timer]) => timer) };
}

describe('endsInTime', () => {
  it('waits as long as something is written in time', async () => {
    const { cleared, ends, stream, timers } = ending();
    for (let piece = 0; piece < 5; piece += 1) {
      await vi.advanceTimersByTimeAsync(PIECE_MS - 1);
      stream.emit('write', 16_384);
    }
    stream.emit('close');
    expect(await ends).toBe(true);
    expect(cleared()).toEqual(expect.arrayContaining(timers));
  });

  it('gives up on unwritten lines in time', async () => {
    const { cleared, ends, stream, timers } = ending();
    stream.emit('write', 16_384);
    await vi.advanceTimersByTimeAsync(PIECE_MS);
    expect(await ends).toBe(false);
    expect(cleared()).toEqual(expect.arrayContaining(timers));
  });

  it('gives up in all on lines that are written byte by byte', async () => {
    const { ends, stream } = ending();
    for (let waitedMs = 0; waitedMs < ALL_MS; waitedMs += PIECE_MS / 2) {
      stream.emit('write', 1);
      await vi.advanceTimersByTimeAsync(PIECE_MS / 2);
    }
    expect(await ends).toBe(false);
  });
});
