import { describe, expect, it } from 'vitest';
import type { PolledTask } from '../server/api-client.js';
import { Violations } from '../violations.js';
import { DrillTask } from './drill-task.js';

const SUMMARY = { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 };
const TIMES = { created_at: '2026-11-22T10:00:00.000Z', started_at: null, finished_at: null };
const account = { token: 'token', credits: 10 };
const file = {
  name: 'a.csv',
  bytes: Buffer.alloc(0),
  cells: [],
  statuses: ['dead', 'dead', 'unknown'] as const,
  held: 2,
  charged: 1,
  asked: 2,
};

function polled(processed: number, more: Partial<PolledTask> = {}): PolledTask {
  return {
    status: 'processing',
    total: 3,
    processed,
    summary: { ...SUMMARY, dead: processed },
    credits: { held: 2, charged: 0 },
    ...TIMES,
    ...more,
  };
}

const DONE = polled(3, { status: 'done', credits: { held: 0, charged: 1 } });

function violationsOf(...polls: readonly PolledTask[]): readonly string[] {
  const violations = new Violations();
  const task = new DrillTask('1', account, file, violations);
  for (const body of polls) task.see({ status: 200, body });
  return violations.all;
}

describe('DrillTask', () => {
  it('accepts polls that go forward', () => {
    expect(violationsOf(polled(0, { status: 'queued' }), polled(1), polled(1), polled(3), DONE)).toEqual([]);
  });

  it.each<[string, readonly PolledTask[], string]>([
    ['progress that falls', [polled(2), polled(1)], 'processed went from 2 to 1'],
    ['a status that falls', [polled(1), polled(1, { status: 'queued' })], 'processing to queued'],
    ['a task that is done no more', [DONE, polled(3)], 'done to processing'],
    ['a summary that does not add up', [polled(2, { summary: SUMMARY })], 'the sum of the summary is 0'],
    ['more rows than there are', [polled(4)], '4 of 3 rows'],
    ['another total', [polled(1, { total: 4 })], 'total is 4, expected 3'],
    ['credits that are not held', [polled(1, { credits: { held: 0, charged: 0 } })], 'held is 0, expected 2'],
    ['a wrong charge', [{ ...DONE, credits: { held: 0, charged: 2 } }], 'charged is 2, expected 1'],
    ['a failed task', [{ ...DONE, status: 'failed' }], 'has failed'],
  ])('reports %s', (_what, polls, sentence) => {
    expect(violationsOf(...polls)).toEqual([expect.stringContaining(sentence)]);
  });

  it('reports a task that is not found any more', () => {
    const violations = new Violations();
    new DrillTask('1', account, file, violations).see({ status: 404, body: DONE });
    expect(violations.all).toEqual([expect.stringContaining('a poll answered 404')]);
  });
});
