import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StartThrottle } from './node-reply.js';

/** Asks for the beginning of so many requests, and returns those that have begun. */
function ask(starts: StartThrottle, begun: string[], name: string, count: number): void {
  for (let at = 0; at < count; at += 1) starts.next(() => begun.push(`${name}${at}`));
}

describe('StartThrottle', () => {
  it('begins 16 requests at once, and 16 others in each later turn', async () => {
    const [starts, begun] = [new StartThrottle(), [] as string[]];
    ask(starts, begun, '', 40);
    const counts = [begun.length];
    for (let more = 0; more < 3; more += 1) {
      await nextTurn();
      counts.push(begun.length);
    }
    expect(counts).toEqual([16, 32, 40, 40]);
    expect(begun).toEqual(Array.from({ length: 40 }, (_, at) => String(at)));
  });

  it('begins a request behind those that wait, and at once when none does', async () => {
    const [starts, begun] = [new StartThrottle(), [] as string[]];
    ask(starts, begun, 'a', 17);
    await nextTurn();
    ask(starts, begun, 'b', 17);
    expect(begun.slice(16)).toEqual(['a16', ...Array.from({ length: 15 }, (_, at) => `b${at}`)]);
    for (let more = 0; more < 3; more += 1) await nextTurn();
    ask(starts, begun, 'c', 1);
    expect(begun.slice(-3)).toEqual(['b15', 'b16', 'c0']);
  });

  it('begins in a later turn what a request of this turn asks for', async () => {
    const [starts, begun] = [new StartThrottle(), [] as string[]];
    ask(starts, begun, 'a', 16);
    starts.next(() => ask(starts, begun, 'b', 17));
    await nextTurn();
    expect(begun).toHaveLength(31);
    await nextTurn();
    expect(begun).toHaveLength(33);
  });
});
