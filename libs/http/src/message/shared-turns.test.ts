import { accountId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { SharedTurns } from './shared-turns.js';

const [ALICE, BOB] = [accountId('alice'), accountId('bob')];

/** Who had a turn, in order, with a mark at each turn of the event loop. */
async function turnsOf(...asking: readonly (typeof ALICE)[]): Promise<string> {
  const turns = new SharedTurns();
  let seen = '';
  let marking: NodeJS.Immediate;
  const mark = (): void => {
    seen += '|';
    marking = setImmediate(mark);
  };
  const all = asking.map(async (account) => {
    await turns.next(account);
    seen += account[0];
  });
  marking = setImmediate(mark);
  await Promise.all(all);
  clearImmediate(marking);
  return seen;
}

describe('SharedTurns', () => {
  it('gives each a turn of the event loop to itself', async () => {
    expect(await turnsOf(ALICE, ALICE, ALICE)).toBe('a|a|a');
  });

  it('serves accounts one after another, however much one of them asks for', async () => {
    expect((await turnsOf(ALICE, ALICE, ALICE, BOB, BOB)).replaceAll('|', '')).toBe('ababa');
  });

  it('serves those that come later', async () => {
    const turns = new SharedTurns();
    await turns.next(ALICE);
    await turns.next(ALICE);
    await Promise.all([turns.next(BOB), turns.next(ALICE)]);
  });
});
