import { describe, expect, it } from 'vitest';
import { ArrivalTurns } from './arrival-turns.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Whose requests have begun by the end of each turn, when they come together. A caller is a letter for its credentials, a capital for those of
 * another network.
 */
async function begunBy(turns: ArrivalTurns, ...callers: readonly string[]): Promise<string[]> {
  const begun: string[] = [];
  for (const caller of callers) {
    const network = caller === caller.toLowerCase() ? '192.0.2.1' : '198.51.100.1';
    const wait = turns.next(() => ({ network, credentials: caller }));
    if (wait === undefined) begun.push(caller);
    else void wait.then(() => begun.push(caller));
  }
  const seen = [begun.join('')];
  for (; begun.length < callers.length; seen.push(begun.join(''))) await turn();
  return seen;
}

describe('ArrivalTurns', () => {
  it('lets a few begin at once, and the others in later turns', async () => {
    const seen = await begunBy(new ArrivalTurns(2), ...'aaaaa');
    expect(seen[0]).toBe('aa');
    expect(seen).toContain('aaaa');
    expect(seen.at(-1)).toBe('aaaaa');
  });

  it('lets callers begin one after another, whoever came first', async () => {
    const seen = await begunBy(new ArrivalTurns(1), ...'aaaaabb');
    expect(seen.at(-1)).toBe('aababaa');
  });

  it('lets networks begin one after another, however many credentials each has', async () => {
    const seen = await begunBy(new ArrivalTurns(1), ...'abcdefGGG');
    expect(seen.at(-1)).toBe('abGcGdGef');
  });

  it('asks nothing of a request that begins at once, and keeps no place for one that cannot tell', async () => {
    const turns = new ArrivalTurns(1);
    const fails = () => {
      throw new Error('nobody knows');
    };
    expect(turns.next(fails)).toBeUndefined();
    expect(() => turns.next(fails)).toThrow('nobody knows');
    const seen = await begunBy(turns, ...'ab');
    expect(seen.at(-1)).toBe('ab');
  });

  it('lets those that come in later turns begin at once', async () => {
    const turns = new ArrivalTurns(2);
    await begunBy(turns, ...'aaaaa');
    await turn();
    await turn();
    expect(await begunBy(turns, ...'ab')).toEqual(['ab']);
  });
});
