import { expect, it } from 'vitest';
import { runKillDrill } from './kill-drill.js';

it('a server that is killed at work loses nothing and charges nothing twice', {
  timeout: 240_000,
}, async () => {
  const lines: string[] = [];
  const violations = await runKillDrill({
    ...{ kills: 2, seed: 1, rows: 800 },
    // Other tests take the processor, for longer than answers wait for their record.
    unrecordedMs: 5_000,
    print: (line) => void lines.push(line),
  });
  expect(violations).toEqual([]);
  expect(lines).toHaveLength(4);
});
