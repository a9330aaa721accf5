import { describe, expect, it } from 'vitest';
import { RequestTurns } from './request-turns.js';

const [ANN, BOB] = ['192.0.2.1', '2001:db8::/64'];

interface Waiting {
  readonly network: string;
  readonly name: string;
}

/** Which requests began, in order, with a mark at each turn of the event loop. Each of them takes a millisecond by the clock. */
async function begun(turnMs: number, ...waiting: readonly Waiting[]): Promise<string> {
  let now = 0;
  const turns = new RequestTurns({ turnMs, now: () => now });
  let seen = '';
  let marking: NodeJS.Immediate;
  const mark = (): void => {
    seen += '|';
    marking = setImmediate(mark);
  };
  const all = waiting.map(
    ({ network, name }) =>
      new Promise<void>((resolve) => {
        turns.next(network, () => {
          seen += name;
          now += 1;
          resolve();
        });
      }),
  );
  marking = setImmediate(mark);
  await Promise.all(all);
  clearImmediate(marking);
  return seen;
}

function requests(network: string, name: string, count: number): readonly Waiting[] {
  return Array.from({ length: count }, () => ({ network, name }));
}

describe('requests that wait', () => {
  it('begin within the time of a turn, and the others in later ones', async () => {
    expect(await begun(3, ...requests(ANN, 'a', 8))).toBe('aaa|aaa|aa');
  });

  it('begin one in a turn if each takes longer', async () => {
    expect(await begun(0.5, ...requests(ANN, 'a', 3))).toBe('a|a|a');
  });

  it('begin from one network after another, however many wait of each', async () => {
    const order = await begun(100, ...requests(ANN, 'a', 4), ...requests(BOB, 'b', 2));
    expect(order).toBe('ababaa');
  });

  it('begin when the immediate work of the one before is done', async () => {
    const turns = new RequestTurns({ turnMs: 100, now: () => 0 });
    let seen = '';
    const one = (name: string) =>
      new Promise<void>((resolve) => {
        turns.next(ANN, async () => {
          seen += name;
          await null;
          await null;
          seen += name.toUpperCase();
          resolve();
        });
      });
    await Promise.all([one('a'), one('b')]);
    expect(seen).toBe('aAbB');
  });

  it('leave a turn to requests of others, however many wait', async () => {
    const turns = new RequestTurns({ turnMs: 100, now: () => 0 });
    let count = 0;
    const begin = (): void => {
      count += 1;
    };
    for (let request = 0; request < 20_000; request += 1) turns.next(ANN, begin);
    await new Promise((resolve) => setImmediate(resolve));
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(100);
  });

  it('begin however late they come', async () => {
    const turns = new RequestTurns();
    for (let time = 0; time < 3; time += 1) {
      await new Promise<void>((resolve) => turns.next(ANN, resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
});
