import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTrial, type Trial } from '../fixtures/trial-host.fixture.js';

/** A file with a number whose check fails, taken through by the program. The answer is the id of its task. */
async function verified({ run, folder }: Trial): Promise<string> {
  const path = join(folder, 'people.csv');
  await writeFile(path, 'phone\n+14155550102\n+14155550106\n');
  await run(['file', path, '--yes', '--force']);
  const { stdout } = await run(['tasks', '--json', '--limit', '1']);
  return JSON.parse(stdout).task_id;
}

describe('dialproof tasks', () => {
  it('lists tasks, and shows one', async () => {
    const trial = await startTrial();
    expect((await trial.run(['tasks'])).stderr).toBe('There are no tasks.\n');
    const id = await verified(trial);
    const { stdout } = await trial.run(['tasks', '--status', 'done']);
    const [header, row, end] = stdout.split('\n');
    expect(header).toBe(`${'TASK'.padEnd(36)}  CREATED (UTC)     STATUS  ROWS  FILE`);
    expect(row).toMatch(
      new RegExp(`^${id}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  done       2  people\\.csv$`),
    );
    expect(end).toBe('');
    const one = await trial.run(['tasks', id]);
    expect(one.stdout).toContain('people.csv: done, 2 of 2 rows, phone numbers in "phone"');
    expect(one.stdout).toContain('1 row could not be checked, which costs nothing.');
    const none = await trial.run(['tasks', 'none']);
    expect([none.exitCode, none.stderr]).toEqual([4, expect.stringContaining('There is no such task.')]);
  });
});

describe('the list of tasks', () => {
  it('cuts a long name of a file on a terminal, and not for a program', async () => {
    const trial = await startTrial();
    const path = join(trial.folder, 'everybody-who-has-ever-called-us.csv');
    await writeFile(path, 'phone\n+14155550102\n');
    await trial.run(['file', path, '--yes']);
    const shown = (await trial.run(['tasks'], { typed: '' })).stdout.trimEnd().split('\n');
    expect(shown[1]).toMatch(/ {2}everybody…$/);
    for (const line of shown) expect(line.length).toBeLessThanOrEqual(80);
    expect((await trial.run(['tasks'])).stdout).toContain('  everybody-who-has-ever-called-us.csv\n');
  });
});

describe('dialproof credits', () => {
  it('shows the balance and its changes', async () => {
    const trial = await startTrial();
    const id = await verified(trial);
    const { stdout } = await trial.run(['credits']);
    const [balance, header, charge, grant] = stdout.trimEnd().split('\n');
    expect(balance).toBe('99 credits available');
    expect(header).toBe('TIME (UTC)        CREDITS  TYPE     TASK');
    expect(charge).toMatch(new RegExp(`       -1  charged  ${id}$`));
    expect(grant).toMatch(/ {5}\+100 {2}added$/);
    const json = JSON.parse((await trial.run(['credits', '--json', '--limit', '1'])).stdout);
    expect(json).toMatchObject({ available: 99, held: 0, entries: [{ task_id: id }] });
  });
});

describe('dialproof retry, cancel and delete', () => {
  it('do so with each named task', async () => {
    const trial = await startTrial();
    const id = await verified(trial);
    expect((await trial.run(['retry', id])).stdout).toBe(
      `${id}: continues. Follow it with:\n  dialproof watch ${id}\n`,
    );
    expect((await trial.run(['watch', id])).exitCode).toBe(0);
    expect((await trial.run(['cancel', id])).exitCode).toBe(4);
    expect((await trial.run(['delete', id], { typed: 'n\n' })).exitCode).toBe(9);
    expect((await trial.run(['delete', id], { typed: 'y\n' })).stdout).toBe(`${id}: deleted\n`);
    expect((await trial.run(['delete', id, '--yes'])).exitCode).toBe(4);
  });
});
