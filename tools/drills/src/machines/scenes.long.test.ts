import { describe, expect, it } from 'vitest';
import { KILL, KILLS_OF_MANY } from './kills.js';
import { playScene, type Scene } from './scene.js';
import { missingService } from './services.js';

/** Plays a scene, smaller than usual, and resolves to its violations. */
const inShort = async (scene: Scene) =>
  await playScene(scene, { files: 2, rows: 400, kills: 2, awayMs: 2_000, seed: 1 }, () => {});

describe('a server over SQLite', () => {
  it('loses nothing and charges nothing twice when it is killed', { timeout: 240_000 }, async () => {
    expect(await inShort(KILL)).toEqual([]);
  });
});

const missing = await missingService();
const title = 'several processes over PostgreSQL and Redis';

describe.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (${missing})`, () => {
  it('lose nothing and charge nothing twice when they are killed', { timeout: 240_000 }, async () => {
    const [, scene = KILL] = KILLS_OF_MANY;
    const few = { ...scene, machines: { ...scene.machines, servers: 2, workers: 2, accounts: 2 } };
    expect(await inShort(few)).toEqual([]);
  });
});
