import { expect, it } from 'vitest';
import { describeOnPostgres } from '../../../tests/services/postgres.fixture.js';
import { runKillDrill } from './kill-drill.js';

describeOnPostgres('servers and workers over PostgreSQL', () => {
  it('lose nothing and charge nothing twice when they are killed', { timeout: 240_000 }, async () => {
    const short = { servers: 2, workers: 2, kills: 3, rows: 400, seed: 1, print: () => {} };
    expect(await runKillDrill(short)).toEqual([]);
  });
});
