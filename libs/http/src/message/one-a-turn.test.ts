import { expect, it } from 'vitest';
import { OneATurn } from './one-a-turn.js';

it('begins one piece of work in each turn of the event loop, in order', async () => {
  const turns = new OneATurn();
  let seen = '';
  let marking: NodeJS.Immediate;
  const mark = (): void => {
    seen += '|';
    marking = setImmediate(mark);
  };
  const all = ['a', 'b', 'c'].map(async (work) => {
    await turns.next();
    seen += work;
  });
  marking = setImmediate(mark);
  await Promise.all(all);
  clearImmediate(marking);
  expect(seen).toMatch(/^\|*a\|+b\|+c/);
});
