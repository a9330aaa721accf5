import { expect, it } from 'vitest';
import { runAttackDrill } from './attack-drill.js';

/** Uploads that leave drafts and holds, and a fault. The others run by hand. */
const SHORT = ['hung up after', 'folder is lost'];

it('a server that is attacked answers others, stops, and keeps nothing', { timeout: 300_000 }, async () => {
  const lines: string[] = [];
  const options = { only: SHORT, seed: 1, attackMs: 500, share: 0.04 };
  expect(await runAttackDrill({ ...options, print: (line) => void lines.push(line) })).toEqual([]);
  expect(lines).toHaveLength(2);
});
