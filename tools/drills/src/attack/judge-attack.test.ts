import { describe, expect, it } from 'vitest';
import { judgeFigures, judgeTimes, judgeWork, wasCalm } from './judge-attack.js';
import type { AttackFigures } from './run-attack.js';

const HELD: AttackFigures = {
  replies: { 200: 7, 429: 3, 503: 1, connections: 5 },
  memory: { before: 100, peak: 400, after: 180 },
  processor: 0.5,
  calm: [1, 2],
  latencies: [1, 2],
  calmWork: [1, 2],
  work: [1, 2],
  victimStatuses: new Map([[200, 2]]),
  storedMb: 1,
  openFiles: { before: 30, after: 30 },
  ...{ left: '', leftAfterStop: '', addsUp: true, errors: [] },
  stop: { how: 'exit code 0', ms: 900 },
};

describe('judging an attack', () => {
  it('finds nothing where everything held', () => {
    expect([...judgeFigures(HELD), ...judgeTimes(HELD)]).toEqual([]);
    expect(wasCalm(HELD)).toBe(true);
  });

  it.each<[string, Partial<AttackFigures>]>([
    ['3 replies were 500', { replies: { 500: 3, 501: 1 } }],
    ['2 checks of the other account were 503', { victimStatuses: new Map([[503, 2]]) }],
    ['1 checks of the other account were not answered', { victimStatuses: new Map([[0, 1]]) }],
    ['it left 1 drafts', { left: '1 drafts' }],
    ['SIGTERM left 1 drafts', { leftAfterStop: '1 drafts' }],
    ['the ledger does not add up', { addsUp: false }],
    ['it left 160 MB of memory taken, not 150', { memory: { before: 100, peak: 300, after: 260 } }],
    ['the server had 600 MB of memory, not 512', { memory: { before: 100, peak: 600, after: 100 } }],
    ['it left 4 files or connections open', { openFiles: { before: 30, after: 34 } }],
    ['SIGTERM ended in exit code 1', { stop: { how: 'exit code 1', ms: 15_000 } }],
  ])('says that %s', (sentence, figures) => {
    expect(judgeFigures({ ...HELD, ...figures })).toEqual([sentence]);
  });

  it('says how long the server worked while a check waited', () => {
    expect(judgeWork(HELD)).toEqual([]);
    expect(judgeWork({ ...HELD, work: [120, 130] })).toEqual([
      'the server worked 120 ms while a check waited (p99)',
    ]);
  });

  it('says which times were too long, and whether the machine was calm before', () => {
    const slow = { ...HELD, latencies: [140, 150], stop: { how: 'exit code 0', ms: 15_500 } };
    expect(judgeTimes({ ...slow, victimStatuses: new Map([[429, 3]]) })).toEqual([
      '3 checks of the other account were 429',
      "the p99 of the other account's checks was 140 ms",
      'SIGTERM took 15500 ms',
    ]);
    expect(wasCalm({ ...HELD, calm: [60, 60] })).toBe(false);
  });
});
