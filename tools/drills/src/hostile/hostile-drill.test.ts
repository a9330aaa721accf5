import { describe, expect, it } from 'vitest';
import { runHostileDrill } from './hostile-drill.js';

describe('the drill of hostile files, in short', () => {
  it('sends a group of files to a service of its own and tells what came of each', async () => {
    const told: string[] = [];
    await runHostileDrill({
      seed: 1,
      only: 'xl/workbook.xml',
      honestRows: 100,
      onHonest: ({ outcomes }) => told.push(...outcomes.map(({ outcome }) => outcome)),
      onGroup: (name, { outcomes, checks }) => {
        expect(checks).toBeGreaterThan(0);
        told.push(name, ...outcomes.map(({ outcome }) => outcome));
      },
    });
    expect(told).toEqual([
      'read',
      'read',
      'read',
      'entities that grow, or are outside: xl/workbook.xml',
      'malformed_file',
      'malformed_file',
      'malformed_file',
    ]);
  });
});
