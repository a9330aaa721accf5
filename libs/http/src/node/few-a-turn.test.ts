import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FewATurn } from './few-a-turn.js';

/** Asks for the beginning of so many requests, and returns those that have begun. */
function ask(turns: FewATurn, begun: string[], name: string, count: number): void {
  for (let at = 0; at < count; at += 1) turns.next(() => begun.push(`${name}${at}`));
}

describe('FewATurn', () => {
  it('begins eight requests at once, and eight others in each later turn', async () => {
    const [turns, begun] = [new FewATurn(), [] as string[]];
    ask(turns, begun, '', 20);
    const counts = [begun.length];
    for (let more = 0; more < 3; more += 1) {
      await turn();
      counts.push(begun.length);
    }
    expect(counts).toEqual([8, 16, 20, 20]);
    expect(begun).toEqual(Array.from({ length: 20 }, (_, at) => String(at)));
  });

  it('begins a request behind those that wait, and at once when none does', async () => {
    const [turns, begun] = [new FewATurn(), [] as string[]];
    ask(turns, begun, 'a', 9);
    await turn();
    ask(turns, begun, 'b', 9);
    expect(begun.slice(8)).toEqual(['a8', ...Array.from({ length: 7 }, (_, at) => `b${at}`)]);
    for (let more = 0; more < 3; more += 1) await turn();
    ask(turns, begun, 'c', 1);
    expect(begun.slice(-3)).toEqual(['b7', 'b8', 'c0']);
  });

  it('begins in a later turn what a request of this turn asks for', async () => {
    const [turns, begun] = [new FewATurn(), [] as string[]];
    ask(turns, begun, 'a', 8);
    turns.next(() => ask(turns, begun, 'b', 9));
    await turn();
    expect(begun).toHaveLength(15);
    await turn();
    expect(begun).toHaveLength(17);
  });
});
