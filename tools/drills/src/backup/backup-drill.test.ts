import { describe, expect, it } from 'vitest';
import { runBackupDrill } from './backup-drill.js';

describe('the drill of backups, in short', () => {
  it('finds everything after a restore that was accepted before the backup', async () => {
    const report = await runBackupDrill({ rows: 500, storedRows: 2_000, lookMs: 100 });
    expect(report.violations).toEqual([]);
    expect(report.tasksBefore).toBeGreaterThan(1);
    expect(report.latencies.during.length).toBeGreaterThan(0);
  }, 60_000);
});
