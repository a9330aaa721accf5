import { expect, it } from 'vitest';
import { runAttackDrill } from './attack-drill.js';

it('a server that is attacked answers others, stops, and keeps nothing', { timeout: 300_000 }, async () => {
  const lines: string[] = [];
  // Uploads that leave drafts and holds. The others run by hand.
  const options = { only: 'hung up after', seed: 1, attackMs: 500, share: 0.04 };
  expect(await runAttackDrill({ ...options, print: (line) => void lines.push(line) })).toEqual([]);
  expect(lines).toHaveLength(1);
});
