import { describe, expect, it } from 'vitest';
import { whyNoFleet } from './fleet.js';
import { playScene } from './play-scene.js';
import { SCENES } from './scenes.js';

/** Plays the scene with this name, smaller than usual. */
async function inShort(name: string): Promise<string> {
  const scene = SCENES.find((each) => each.name === name);
  if (scene === undefined) throw new RangeError(`there is no scene "${name}"`);
  const lines: string[] = [];
  // Other tests take the processor, for longer than a lease.
  const own = { ...scene, asksOnce: false, machines: { ...scene.machines, servers: 2, workers: 2 } };
  const size = { files: 3, rows: 400, kills: 3, awayMs: 2_000, seed: 1, unrecordedMs: 0 };
  expect(await playScene(own, size, (line) => void lines.push(line))).toEqual([]);
  return lines.join('\n');
}

const missing = await whyNoFleet();
const title = 'several processes over PostgreSQL and Redis';

describe.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (${missing})`, () => {
  it('lose nothing and charge nothing twice when they are killed', { timeout: 240_000 }, async () => {
    expect(await inShort('processes with Redis are killed')).toMatch(/3 tasks with 1200 rows/);
  });
});
