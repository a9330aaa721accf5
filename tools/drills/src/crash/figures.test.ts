import { describe, expect, it } from 'vitest';
import { reportLines, roundLine } from './figures.js';
import type { RoundFigures } from './round.js';

const ROUND: RoundFigures = {
  round: 3,
  phase: 'settling',
  files: 3,
  accepted: 2,
  left: ['checking', 'draft', 'checking'],
  readyMs: 411.6,
  doneMs: 1_500,
};
const REPORT = { rounds: [ROUND], kills: 1, tasks: 2, rows: 30, numbers: 20, violations: [] };
const FINAL = { granted: 100, charged: 22, held: 0, unansweredTasks: 1, unansweredWithoutTask: 0 };

describe('the figures', () => {
  it('say in a line how a round went', () => {
    expect(roundLine(ROUND)).toBe(
      'round  3  settling   2 of 3 files answered  ready 412 ms, done 1500 ms  left: 1 draft, 2 checking',
    );
  });

  it('say that everything held', () => {
    const lines = reportLines({ ...REPORT, final: FINAL });
    expect(lines).toContain('100 credits granted, 22 charged, 0 held');
    expect(lines.at(-1)).toBe('Everything held.');
  });

  it('name each violation', () => {
    const lines = reportLines({ ...REPORT, final: undefined, violations: ['it is gone'] });
    expect(lines.slice(-2)).toEqual(['VIOLATION it is gone', 'Violations: 1.']);
  });
});
