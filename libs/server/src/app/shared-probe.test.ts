import { ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { sharedProbe } from './health.js';

function slowProbe() {
  const open: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const clock = new ManualClock();
  const ask = sharedProbe(() => new Promise((resolve, reject) => open.push({ resolve, reject })), clock);
  return { ask, clock, open };
}

describe('sharedProbe', () => {
  it('makes one probe of those that are asked for at once, and then another', async () => {
    const { ask, clock, open } = slowProbe();
    const asked = [ask(), ask(), ask()];
    expect(open).toHaveLength(1);
    open[0]?.resolve();
    await Promise.all(asked);
    const again = ask();
    expect(open).toHaveLength(2);
    open[1]?.reject(new Error('full'));
    await expect(again).rejects.toThrow('full');
    expect(clock.pending).toBe(0);
  });

  it('says after two seconds that the store takes too long', async () => {
    const { ask, clock, open } = slowProbe();
    const asked = ask();
    clock.advance(2_000);
    await expect(asked).rejects.toThrow('too long');
    const next = ask();
    expect(open).toHaveLength(1);
    open[0]?.resolve();
    await next;
  });
});
