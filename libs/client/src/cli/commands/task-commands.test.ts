import { readFile, writeFile } from 'node:fs/promises';
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

describe('dialproof verify --fresh-within', () => {
  it('takes what a file has found, with its time, for nothing', async () => {
    const trial = await startTrial();
    await verified(trial);
    const balance = async () => JSON.parse((await trial.run(['credits', '--json'])).stdout).available;
    const before = await balance();
    const { stdout } = await trial.run(['verify', '--fresh-within', '1d', '--json', '+14155550102']);
    expect([JSON.parse(stdout).status, await balance()]).toEqual(['dead', before]);
    expect((await trial.run(['verify', '--fresh-within', 'soon', '+14155550102'])).stderr).toContain(
      '12h or 14d',
    );
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

describe('dialproof credits --csv', () => {
  it('writes the whole statement, and replaces a file only by --force', async () => {
    const trial = await startTrial();
    const id = await verified(trial);
    const path = join(trial.folder, 'statement.csv');
    expect((await trial.run(['credits', '--csv', path])).stdout).toBe(`Wrote ${path}\n`);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines[0]).toBe('at,kind,credits,task_id,file_name,entry_id');
    expect(lines[1]).toContain(`,charge,-1,${id},people.csv,`);
    expect((await trial.run(['credits', '--csv', path])).exitCode).toBe(3);
    const again = await trial.run(['credits', '--csv', path, '--force', '--json']);
    expect([again.exitCode, JSON.parse(again.stdout)]).toEqual([0, { csv: path }]);
    expect((await trial.run(['credits', '--csv', '-'])).stdout).toBe(await readFile(path, 'utf8'));
  });
});

describe('dialproof changes', () => {
  it('shows the counts and the changes, or writes them to a file', async () => {
    const trial = await startTrial();
    const before = await verified(trial);
    const path = join(trial.folder, 'people.csv');
    await writeFile(path, 'phone\n+14155550106\n+14155550103\nnone\n');
    await trial.run(['file', path, '--yes', '--force']);
    const after = JSON.parse((await trial.run(['tasks', '--json', '--limit', '1'])).stdout).task_id;
    const args = ['changes', after, '--against', before];
    const [counts, failed, rows, header, came, went, end] = (await trial.run(args)).stdout.split('\n');
    expect(counts).toBe('1 number came, 0 changed, 1 went, 0 did not change');
    expect(failed).toBe('1 number not compared: a check had failed');
    expect(rows).toBe('Rows without a number: 1, before 0');
    expect(header).toBe('NUMBER        CHANGE  FROM  TO        CHECKED (UTC)');
    expect(came).toMatch(/^\+14155550103 {2}came {10}inactive {2}\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(went).toMatch(/^\+14155550102 {2}went {4}dead {12}\d{4}-/);
    expect(end).toBe('');
    const some = await trial.run([...args, '--limit', '1']);
    expect(some.stderr).toBe('These are 1 of 2 changes: --limit shows more, --csv writes all.\n');
    const json = JSON.parse((await trial.run([...args, '--json', '--change', 'went'])).stdout);
    expect(json).toMatchObject({ against: before, counts: { came: 1 }, changes: [{ change: 'went' }] });
    const file = join(trial.folder, 'changes.csv');
    expect((await trial.run([...args, '--csv', file, '--change', 'came'])).stdout).toBe(`Wrote ${file}\n`);
    expect(await readFile(file, 'utf8')).toMatch(
      /^phone,change,from,to,.*\n\+14155550103,came,,inactive,,.*\n$/,
    );
    const [, , , keyed, first, , none] = (await trial.run([...args, '--key-column', 'PHONE'])).stdout.split(
      '\n',
    );
    expect(keyed).toBe('KEY           NUMBER        CHANGE  FROM  TO        CHECKED (UTC)');
    expect([first, none]).toEqual([expect.stringMatching(/^(\+14155550103) {2}\1 {2}came /), '']);
    const keys = await trial.run([...args, '--key-column', 'phone', '--csv', '-', '--change', 'came']);
    expect(keys.stdout).toMatch(/^key,phone,change,.*\n\+14155550103,\+14155550103,came,.*\n$/);
    const wrong = await trial.run([...args, '--key-column', 'id']);
    expect([wrong.exitCode, wrong.stderr]).toEqual([4, expect.stringContaining('no column "id"')]);
    const itself = await trial.run(['changes', after, '--against', after]);
    expect([itself.exitCode, itself.stderr]).toEqual([4, expect.stringContaining('same_task')]);
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
