import { describe, expect, it } from 'vitest';
import { MemorySuppressionList } from '../../memory/memory-suppression-list.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { E164 } from '../../model/identifiers.js';
import { ALICE, type TrialOptions, trialService } from '../../service/trial-service.fixture.js';
import { csvOf, sheetOf } from './trial-results.fixture.js';

/** Numbers that the checker answers by their last digit. */
const number = (end: number): E164 => `+1415555010${end}` as E164;
const file = (...ends: readonly number[]): string =>
  `phone\n${ends.map((end) => `${number(end)}\n`).join('')}none\n`;

async function trial(options: TrialOptions = {}) {
  const store = new MemoryTaskStore();
  const suppressions = new MemorySuppressionList();
  const made = await trialService({ store, archive: store, suppressions, ...options });
  const suppress = (...ends: readonly number[]) =>
    suppressions.add({ accountId: ALICE, phones: ends.map(number), addedAt: 1, maxPerAccount: 99 });
  /** The last digits of the numbers in a result without suppressed ones. All forms must agree. */
  const left = async (task: Parameters<typeof made.result>[0], asked: object = {}): Promise<string[]> => {
    const request = { accountId: ALICE, taskId: task.taskId, leaveOutSuppressed: true, ...asked };
    const { rows } = await made.service.results(request);
    const full = { taskId: task.taskId } as Parameters<typeof csvOf>[1];
    const forms = [
      await csvOf(made, full, request),
      await csvOf(made, full, { ...request, columns: ['status', 'reason'] }),
      await sheetOf(made, full, request),
    ].map((found) => found.slice(1).map(([phone = '']) => phone.slice(-1)));
    for (const found of forms) expect(found).toEqual(forms[0]);
    expect(forms[0]).toHaveLength(rows);
    return forms[0] ?? [];
  };
  return { ...made, left, suppress, suppressions };
}

describe('a result without suppressed numbers', () => {
  it('lacks those that were suppressed when it was worked on, and those that are now', async () => {
    const { left, submitCsv, suppress, suppressions, workToEnd } = await trial();
    await suppress(1);
    const task = await workToEnd(await submitCsv(file(0, 1, 2, 1, 3)));
    expect(await left(task)).toEqual(['0', '2', '3', 'e']);
    await suppress(3);
    expect(await left(task)).toEqual(['0', '2', 'e']);
    // It stays left out after its removal from the list: it was never verified.
    await suppressions.remove(ALICE, number(1));
    expect(await left(task)).toEqual(['0', '2', 'e']);
  });

  it('has the other rows of the wanted statuses', async () => {
    const { left, submitCsv, suppress, workToEnd } = await trial();
    await suppress(1);
    const task = await workToEnd(await submitCsv(file(0, 1, 2, 2, 4)));
    await suppress(2);
    expect(await left(task, { statuses: ['unknown', 'dead'] })).toEqual(['4', 'e']);
    expect(await left(task, { statuses: ['wa_registered'] })).toEqual(['0']);
  });

  it('lacks them where a task was cancelled before it had recorded them', async () => {
    const { left, service, submitCsv, suppress, suppressions } = await trial();
    await suppress(1);
    const { taskId } = await submitCsv(file(0, 1, 2, 3, 4));
    const task = await service.cancel({ accountId: ALICE, taskId });
    await suppressions.remove(ALICE, number(1));
    expect(await left(task, { partial: true })).toEqual(['0', '2', '3', '4', 'e']);
  });

  it('has another version when other numbers are left out', async () => {
    const { service, submitCsv, suppress, workToEnd } = await trial();
    const { taskId } = await workToEnd(await submitCsv(file(0, 1, 2)));
    const versions = new Set<string>();
    const look = async (asked: object) =>
      versions.add((await service.results({ accountId: ALICE, taskId, ...asked })).version).size;
    expect(await look({})).toBe(1);
    expect(await look({ leaveOutSuppressed: true })).toBe(2);
    await suppress(1);
    expect(await look({})).toBe(2);
    expect(await look({ leaveOutSuppressed: true })).toBe(3);
    expect(await look({ leaveOutSuppressed: true })).toBe(3);
  });

  it('needs the option archive, and a boolean', async () => {
    const { service, submitCsv, workToEnd } = await trialService();
    const { taskId } = await workToEnd(await submitCsv(file(0)));
    const asked = { accountId: ALICE, taskId };
    await expect(service.results({ ...asked, leaveOutSuppressed: true })).rejects.toMatchObject({
      code: 'not_supported',
    });
    await expect(service.results({ ...asked, leaveOutSuppressed: 'yes' as never })).rejects.toThrow(
      TypeError,
    );
  });
});
