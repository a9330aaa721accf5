import { describe, expect, it } from 'vitest';
import { ATTACK_HEAD, attackRow, FAULT_HEAD, faultRow } from './attack-table.js';
import type { AttackFigures } from './run-attack.js';

const FIGURES: AttackFigures = {
  replies: { 200: 7, 429: 30 },
  memory: { before: 100.4, peak: 400, after: 180 },
  processor: 0.5,
  calm: [1, 2],
  latencies: [3, 90],
  calmWork: [1, 2],
  work: [4, 5],
  victimStatuses: new Map([[200, 2]]),
  storedMb: 1,
  openFiles: { before: 30, after: 30 },
  ...{ left: '', leftAfterStop: '', addsUp: true, errors: [] },
  stop: { how: 'exit code 0', ms: 900 },
};

describe('the table of attacks', () => {
  it('has a cell in each row for each column', () => {
    const columns = ATTACK_HEAD[0]?.split(' | ').length;
    const held = attackRow('a flood', { figures: FIGURES, violations: [] });
    const broken = attackRow('a flood', { figures: undefined, violations: ['it was broken off'] });
    expect([held, broken].map((row) => row.split(' | ').length)).toEqual([columns, columns]);
    expect(held).toContain('| 429 30, 200 7 |');
    expect(held).toContain('| 100, 400, 180 |');
    expect(held).toMatch(/\| nothing \| yes \|$/);
    expect(broken).toMatch(/\| \*\*no\*\* \|$/);
  });

  it('says of a machine that had too much to do before', () => {
    expect(attackRow('a flood', { figures: { ...FIGURES, calm: [60, 60] }, violations: [] })).toContain(
      '(busy machine)',
    );
  });

  it('says why a fault could not be tried', () => {
    const skipped = faultRow('the disk is full', { skipped: 'no right to mount' });
    expect(skipped).toBe('| the disk is full | SKIPPED no right to mount |  |');
    expect(skipped.split(' | ').length).toBe(FAULT_HEAD[0]?.split(' | ').length);
  });
});
