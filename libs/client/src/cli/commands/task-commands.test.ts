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
    expect(stdout).toMatch(
      new RegExp(`^${id}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  done  2  people\\.csv\n$`),
    );
    const one = await trial.run(['tasks', id]);
    expect(one.stdout).toContain('people.csv: done, 2 of 2 rows, phones in "phone"');
    expect(one.stdout).toContain('The check of 1 row failed, which is free.');
    expect((await trial.run(['tasks', 'none'])).exitCode).toBe(4);
  });
});

describe('dialproof credits', () => {
  it('shows the balance and its changes', async () => {
    const trial = await startTrial();
    const id = await verified(trial);
    const { stdout } = await trial.run(['credits']);
    const [balance, charge, grant] = stdout.trimEnd().split('\n');
    expect(balance).toBe('99 available');
    expect(charge).toMatch(new RegExp(`    -1  charge  ${id}$`));
    expect(grant).toMatch(/ {2}\+100 {2}grant$/);
    const json = JSON.parse((await trial.run(['credits', '--json', '--limit', '1'])).stdout);
    expect(json).toMatchObject({ available: 99, held: 0, entries: [{ task_id: id }] });
  });
});

describe('dialproof retry, cancel and delete', () => {
  it('do so with each named task', async () => {
    const trial = await startTrial();
    const id = await verified(trial);
    expect((await trial.run(['retry', id])).stdout).toContain(`${id}: goes on`);
    const path = join(trial.folder, 'again.csv');
    expect((await trial.run(['file', '--resume', id, '--out', path])).exitCode).toBe(0);
    expect((await trial.run(['cancel', id])).exitCode).toBe(4);
    expect((await trial.run(['delete', id], { typed: 'n\n' })).exitCode).toBe(9);
    expect((await trial.run(['delete', id], { typed: 'y\n' })).stdout).toBe(`${id}: deleted\n`);
    expect((await trial.run(['delete', id, '--yes'])).exitCode).toBe(4);
  });
});
