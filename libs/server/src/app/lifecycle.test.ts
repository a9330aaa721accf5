import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lifecycle } from './lifecycle.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const STOP_IDLE_MS = 2_000;
const PATIENCE_MS = 12_000;

/** The part of a running reply that a lifecycle uses. */
function underWay(lifecycle: Lifecycle): { close(): void } {
  const response = Object.assign(new EventEmitter(), { setTimeout: vi.fn(), setHeader: vi.fn() });
  // It listens for the end, and sets a time and a header.
  lifecycle.follow(response as unknown as ServerResponse);
  return { close: () => void response.emit('close') };
}

/** Milliseconds until nothing is waited for any more. */
async function quietAfter(lifecycle: Lifecycle): Promise<number> {
  const began = Date.now();
  const quiet = lifecycle.quiet(PATIENCE_MS).then(() => Date.now() - began);
  await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS);
  return quiet;
}

describe('a server that stops', () => {
  it('does not wait if no request is under way', async () => {
    expect(await quietAfter(new Lifecycle(STOP_IDLE_MS))).toBe(0);
  });

  it('waits for the requests that were under way, until its patience ends', async () => {
    const lifecycle = new Lifecycle(STOP_IDLE_MS);
    const [first] = [underWay(lifecycle), underWay(lifecycle)];
    lifecycle.beginToStop();
    setTimeout(() => first.close(), 1_000);
    expect(await quietAfter(lifecycle)).toBe(PATIENCE_MS);
  });

  it('waits for later requests no longer than a transfer may stand still', async () => {
    const lifecycle = new Lifecycle(STOP_IDLE_MS);
    const early = underWay(lifecycle);
    lifecycle.beginToStop();
    underWay(lifecycle);
    setTimeout(() => early.close(), 1_000);
    setTimeout(() => underWay(lifecycle), 2_500);
    expect(await quietAfter(lifecycle)).toBe(1_000 + STOP_IDLE_MS);
  });

  it('is quiet as soon as the last of those has its reply', async () => {
    const lifecycle = new Lifecycle(STOP_IDLE_MS);
    lifecycle.beginToStop();
    const late = [underWay(lifecycle), underWay(lifecycle)];
    setTimeout(() => late[0]?.close(), 100);
    setTimeout(() => late[1]?.close(), 300);
    expect(await quietAfter(lifecycle)).toBe(300);
  });

  it('has no more patience for both than it was given', async () => {
    const lifecycle = new Lifecycle(STOP_IDLE_MS);
    const early = underWay(lifecycle);
    lifecycle.beginToStop();
    underWay(lifecycle);
    setTimeout(() => early.close(), PATIENCE_MS - 500);
    expect(await quietAfter(lifecycle)).toBe(PATIENCE_MS);
  });
});
