import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interruptOf, startTrial, type Trial } from '../../fixtures/trial-host.fixture.js';

const PEOPLE = 'name,phone\nAda,+14155550100\nBob,+14155550102\n';
const VERIFIED = 'name,phone,verification_status\nAda,+14155550100,wa_registered\nBob,+14155550102,dead\n';

/** A trial with a task of this file, which another program has submitted, and the path for its result. */
async function trialWith(content = PEOPLE) {
  const trial = await startTrial();
  return { ...trial, id: await submit(trial, content), out: join(trial.folder, 'result.csv') };
}

async function submit({ server, token }: Trial, content: string): Promise<string> {
  const body = new FormData();
  body.set('file', new File([content], 'people.csv'));
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body };
  const response = await fetch(`${server.baseUrl}/v1/verify/batch`, init);
  return Reflect.get(Object(await response.json()), 'task_id');
}

describe('dialproof watch', () => {
  it('follows a task until it ends, and says how to get its result', async () => {
    const { run, id, server } = await trialWith('phone\n+14155550102\n+14155550105\n');
    const { exitCode, stdout, stderr } = await run(['watch', id], {
      onStderr: (text) => {
        if (text.includes(' of 2 rows')) server.answerSlowChecks?.();
      },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('2 credits were charged.');
    expect(stderr).toMatch(/2 of 2 rows\n/);
    expect(stderr).toMatch(new RegExp(`\nGet the result with:\n  dialproof download ${id}\n$`));
  });

  it('writes the ended task as JSON', async () => {
    const { run, id } = await trialWith();
    const { exitCode, stdout } = await run(['watch', id, '--json']);
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { task_id: id, status: 'done', processed: 2 }]);
  });

  it('ends with 8 for a task that failed', async () => {
    const { run, id } = await trialWith('phone\n+14155550107\n');
    const { exitCode, stderr } = await run(['watch', id]);
    expect([exitCode, stderr]).toEqual([
      8,
      expect.stringContaining(
        `The task failed (checker_unavailable). Continue with the rest:\n  dialproof retry ${id}\n`,
      ),
    ]);
  });

  it('leaves the task alone when it is stopped', async () => {
    const { run, id } = await trialWith('phone\n+14155550105\n');
    const interrupt = new AbortController();
    const { exitCode, stderr } = await run(['watch', id], {
      signal: interrupt.signal,
      onStderr: (text) => {
        if (text.includes('queued') || text.includes(' of 1 rows')) interruptOf(interrupt);
      },
      typed: '',
    });
    expect([exitCode, stderr]).toEqual([130, expect.stringContaining('The task continues at the server.')]);
    expect(JSON.parse((await run(['tasks', id, '--json'])).stdout)).toMatchObject({ failure_reason: null });
  });

  it('does not wait for a task that does not exist', async () => {
    const { run } = await trialWith();
    const { exitCode, stderr } = await run(['watch', 'none']);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('There is no such task.')]);
  });
});

describe('dialproof download', () => {
  it('writes the result to a file, and replaces one only with --force', async () => {
    const { run, id, out } = await trialWith();
    await run(['watch', id]);
    expect(await run(['download', id, '--out', out])).toEqual({
      exitCode: 0,
      stdout: `Wrote ${out}\n`,
      stderr: '',
    });
    expect(await readFile(out, 'utf8')).toBe(VERIFIED);
    await writeFile(out, 'mine');
    const refused = await run(['download', id, '--out', out]);
    expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining('is there already')]);
    expect(await readFile(out, 'utf8')).toBe('mine');
    expect((await run(['download', id, '--out', out, '--force'])).exitCode).toBe(0);
    expect(await readFile(out, 'utf8')).toBe(VERIFIED);
  });

  it('names the result after the file that was sent, in the folder where it runs', async () => {
    const { run, id, folder } = await trialWith();
    await run(['watch', id]);
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect((await run(['download', id])).stdout).toBe('Wrote people-verified.csv\n');
    } finally {
      process.chdir(before);
    }
    expect(await readFile(join(folder, 'people-verified.csv'), 'utf8')).toBe(VERIFIED);
  });

  it('prints the result', async () => {
    const { run, id } = await trialWith();
    await run(['watch', id]);
    expect(await run(['download', id, '--out', '-'])).toEqual({ exitCode: 0, stdout: VERIFIED, stderr: '' });
  });

  it('writes a workbook, some statuses and more columns', async () => {
    const { run, id, out, folder } = await trialWith();
    await run(['watch', id]);
    const workbook = join(folder, 'result.xlsx');
    expect((await run(['download', id, '--out', workbook])).exitCode).toBe(0);
    expect((await readFile(workbook)).subarray(0, 2).toString()).toBe('PK');
    await run(['download', id, '--out', out, '--status', 'dead', '--columns', 'status,source']);
    expect(await readFile(out, 'utf8')).toBe(
      'name,phone,verification_status,verification_source\nBob,+14155550102,dead,\n',
    );
  });

  it('writes the path as JSON', async () => {
    const { run, id, out } = await trialWith();
    await run(['watch', id]);
    const { stdout } = await run(['download', id, '--out', out, '--json']);
    expect(JSON.parse(stdout)).toEqual({ task_id: id, result: out });
  });

  it('writes the verified rows of a cancelled task only with --partial', async () => {
    const { run, id, out, folder, server } = await trialWith('phone\n+14155550102\n+14155550105\n');
    await expect.poll(async () => JSON.parse((await run(['tasks', id, '--json'])).stdout).processed).toBe(1);
    await run(['cancel', id]);
    server.answerSlowChecks?.();
    await run(['watch', id]);
    const refused = await run(['download', id, '--out', out]);
    expect([refused.exitCode, refused.stdout, refused.stderr]).toEqual([
      4,
      '',
      expect.stringContaining(
        `--partial gets the verified rows. If it has not ended, follow it with:\n  dialproof watch ${id}\n`,
      ),
    ]);
    expect(await readdir(folder)).toEqual([]);
    expect((await run(['download', id, '--out', out, '--partial'])).exitCode).toBe(0);
    expect(await readFile(out, 'utf8')).toContain('+14155550102,dead\n');
  });
});

describe('dialproof preview', () => {
  it('shows how a file is read and its cost, and submits nothing', async () => {
    const { run, folder } = await startTrial();
    const file = join(folder, 'people.csv');
    await writeFile(file, `${PEOPLE}Cyd,none\n`);
    expect(await run(['preview', file])).toEqual({
      exitCode: 0,
      stdout: [
        'people.csv: 3 rows, phone numbers in "phone"',
        '2 numbers to verify, 0 duplicates',
        '1 row without a number: row 4 "none" (no digits)',
        'It costs at most 2 credits. It holds 2 of your 100 until it ends.',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect((await run(['tasks'])).stderr).toBe('There are no tasks.\n');
    expect(await readdir(folder)).toEqual(['people.csv']);
  });

  it('takes the options of reading, the standard input, and writes JSON', async () => {
    const { run } = await startTrial();
    const stdin = 'mobile;tel\n(415) 555-0100;x\n';
    const args = ['preview', '-', '--column', 'mobile', '--country', 'US', '--json'];
    const { exitCode, stdout } = await run(args, { stdin });
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([
      0,
      { phone_column: 'mobile', column_reason: 'named', numbers: 1, credits: { held: 1, charged: 1 } },
    ]);
  });

  it('works without a server, and says who would verify', async () => {
    const { run, folder } = await startTrial();
    const file = join(folder, 'people.csv');
    await writeFile(file, PEOPLE);
    const { exitCode, stdout } = await run(['preview', file, '--local'], { env: {} });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Verified by the sandbox')]);
    expect(stdout).not.toContain('credit');
  });

  it('says which file cannot be read, and what the server refuses', async () => {
    const { run, folder } = await startTrial();
    expect((await run(['preview', join(folder, 'none.csv')])).exitCode).toBe(3);
    const { exitCode, stderr } = await run(['preview', '-', '--column', 'fax'], { stdin: PEOPLE });
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('(column_not_found')]);
  });
});
