import { describe, expect, it } from 'vitest';
import { systemClock } from './clock.js';

/** Timers that keep this process alive. */
const pendingTimers = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

describe('the clock of the machine', () => {
  it('keeps the process alive until scheduled calls have run or are cancelled', () => {
    const before = pendingTimers();
    const cancel = systemClock.schedule(60_000, () => undefined);
    expect(pendingTimers()).toBe(before + 1);
    cancel();
    expect(pendingTimers()).toBe(before);
  });

  it('lets the process end before a scheduled call in the background', () => {
    const before = pendingTimers();
    const cancel = systemClock.schedule(60_000, () => undefined, { isBackground: true });
    expect(pendingTimers()).toBe(before);
    cancel();
  });
});
