import { expect, it } from 'vitest';
import { runBackupDrill } from './backup-drill.js';

it('a backup of a server at work restores everything that was accepted before', {
  timeout: 120_000,
}, async () => {
  expect(await runBackupDrill({ files: 2, rows: 1_000, seed: 1, print: () => {} })).toEqual([]);
});
