import type { CostReport } from '@dialproof/checkers/around';
import { describe, expect, it } from 'vitest';
import { costForecast, costLines } from './local-service.js';

const FREE = { numbers: 0, cost: 0 };
const byAnswer = {
  wa_registered: FREE,
  telegram_registered: FREE,
  dead: FREE,
  inactive: FREE,
  unknown: FREE,
  check_failed: FREE,
};
const report = (
  calls: number,
  numbers: number,
  cost: number,
  possiblyCharged: CostReport['possiblyCharged'] = FREE,
): CostReport => ({ calls, failedCalls: 0, numbers, cost, possiblyCharged, byAnswer });

describe('costLines', () => {
  it('says nothing without a price', () => {
    expect(costLines({ costReports: () => undefined })).toEqual([]);
  });

  it('shows the cost of one upstream, and its uncertain part', () => {
    const reports = [
      { name: 'twilio', report: report(1_200, 1_200, 8.4, { numbers: 2, cost: 0.014 }) },
    ] as const;
    expect(costLines({ costReports: () => reports })).toEqual([
      'twilio: 1,200 calls about 1,200 numbers, which cost 8.4, 0.014 of it for calls without an answer that can be read, which may have been charged',
    ]);
  });

  it('adds up the costs of several', () => {
    const reports = [
      { name: 'telegram-gateway', report: report(1, 1, 0.1) },
      { name: 'infobip', report: report(1, 900, 0.2) },
    ] as const;
    expect(costLines({ costReports: () => reports })).toEqual([
      'telegram-gateway: 1 call about 1 number, which cost 0.1',
      'infobip: 1 call about 900 numbers, which cost 0.2',
      'All together: 0.3',
    ]);
  });
});

describe('costForecast', () => {
  it.each([
    [0.014, 'It costs at most 0.014 by the prices that are set, if each number is asked about once.'],
    [0, 'It costs nothing.'],
    [undefined, 'What it costs is not known: not every upstream has a price.'],
  ])('shows the highest cost of numbers: %s', (cost, sentence) => {
    expect(costForecast({ names: ['twilio'], highestCost: () => cost }, 2)).toBe(
      `Verified by twilio. ${sentence}`,
    );
  });

  it('names the sandbox, whose results are said to be made up beside them', () => {
    expect(costForecast({ names: ['sandbox'], highestCost: () => 0 }, 2)).toBe(
      'Verified by the sandbox. It costs nothing.',
    );
  });
});
