import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interruptOf, startTrial, type Trial } from '../../fixtures/trial-host.fixture.js';

const PEOPLE = 'name,phone\nAda,+14155550100\nBob,+14155550102\nCyd,none\nDan,+14155550102\n';
const RESULT = [
  'name,phone,verification_status',
  'Ada,+14155550100,wa_registered',
  'Bob,+14155550102,dead',
  'Cyd,none,unknown',
  'Dan,+14155550102,dead',
  '',
].join('\n');

async function trialWith(content = PEOPLE, credits = 100): Promise<Trial & { readonly file: string }> {
  const trial = await startTrial(credits);
  const file = join(trial.folder, 'people.csv');
  await writeFile(file, content);
  return { ...trial, file };
}

describe('dialproof file', () => {
  it('shows the cost, asks, and writes the result beside the file', async () => {
    const { run, file, folder } = await trialWith();
    const { exitCode, stdout, stderr } = await run(['file', file], { typed: 'y\n' });
    expect(exitCode).toBe(0);
    expect(await readFile(join(folder, 'people-verified.csv'), 'utf8')).toBe(RESULT);
    expect(stderr).toContain('4 rows, phone numbers in "phone"');
    expect(stderr).toContain('2 numbers to verify, 1 duplicate');
    expect(stderr).toContain('1 row without a number: row 4 "none" (no digits)');
    expect(stderr).toContain('Verify 2 numbers? [y/N]');
    expect(stdout).toContain('2 credits were charged.');
    expect(stdout).toContain('Wrote ');
    expect(stderr).toContain('\x1b[?25h');
  });

  it('submits nothing after a no', async () => {
    const { run, file, folder } = await trialWith();
    expect((await run(['file', file], { typed: '\n' })).exitCode).toBe(9);
    expect((await run(['tasks'])).stderr).toBe('There are no tasks.\n');
    expect(await readdir(folder)).toEqual(['people.csv']);
  });

  it('submits no file in which no number was found without a terminal, unless told to', async () => {
    const { run, file, folder } = await trialWith('Month,Total\nJanuary,12\nFebruary,17\n');
    const { exitCode, stderr } = await run(['file', file, '--yes']);
    expect([exitCode, stderr]).toEqual([10, expect.stringContaining('add --without-numbers')]);
    expect(stderr).toContain('Nothing was submitted.');
    expect((await run(['file', file, '--yes'], { typed: 'y\n' })).exitCode).toBe(10);
    expect((await run(['tasks'])).stderr).toBe('There are no tasks.\n');
    expect(await readdir(folder)).toEqual(['people.csv']);
    expect((await run(['file', file, '--yes', '--without-numbers'])).exitCode).toBe(0);
    const result = await readFile(join(folder, 'people-verified.csv'), 'utf8');
    expect(result).toBe('Month,Total,verification_status\nJanuary,12,unknown\nFebruary,17,unknown\n');
  });

  it('asks before it writes the result of a file in which no number was found', async () => {
    const { run, file, folder } = await trialWith('Month,Total\nJanuary,12\n');
    const declined = await run(['file', file], { typed: '\n' });
    expect([declined.exitCode, declined.stdout]).toEqual([9, '']);
    expect(declined.stderr).toContain('No phone number was found, so every row would be unknown.');
    expect(declined.stderr).toContain('Write a result in which every row is unknown? [y/N] ');
    expect((await run(['tasks'])).stderr).toBe('There are no tasks.\n');
    expect((await run(['file', file], { typed: 'y\n' })).exitCode).toBe(0);
    const result = await readFile(join(folder, 'people-verified.csv'), 'utf8');
    expect(result).toBe('Month,Total,verification_status\nJanuary,12,unknown\n');
  });

  it('asks nothing without a terminal', async () => {
    const { run, file } = await trialWith();
    const { exitCode, stderr } = await run(['file', file]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('add --yes')]);
  });

  it('submits nothing that costs more than there is', async () => {
    const { run, file } = await trialWith(PEOPLE, 2);
    const { exitCode, stderr } = await run(['file', file, '--yes']);
    expect(exitCode).toBe(6);
    expect(stderr).toContain(
      'You need 1 more credit: the file holds 3, and you have 2. Nothing was submitted.',
    );
  });

  it('submits nothing that costs more than was allowed', async () => {
    const { run, file } = await trialWith();
    expect((await run(['file', file, '--yes', '--max-credits', '1'])).exitCode).toBe(6);
  });

  it('works in a pipe', async () => {
    const { run } = await trialWith();
    const { exitCode, stdout, stderr } = await run(['file', '-', '--yes'], { stdin: PEOPLE });
    expect([exitCode, stdout]).toEqual([0, RESULT]);
    expect(stderr).toContain('4 of 4 rows');
    expect(stderr).not.toContain('\x1b');
  });

  it('says that there may be a task if the answer to its file was lost', async () => {
    const { run, file } = await trialWith();
    const { exitCode, stderr } = await run(['file', file, '--yes'], {
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (url.endsWith('/batch')) throw new TypeError('the connection broke');
        return response;
      },
    });
    expect([exitCode, stderr]).toEqual([7, expect.stringContaining('look at dialproof tasks before')]);
  });

  it('writes a workbook if the result has the name of one', async () => {
    const { run, file, folder } = await trialWith();
    const out = join(folder, 'result.xlsx');
    expect((await run(['file', file, '--yes', '--out', out])).exitCode).toBe(0);
    expect((await readFile(out)).subarray(0, 2).toString()).toBe('PK');
  });

  it('writes some statuses and more columns', async () => {
    const { run, file, folder } = await trialWith();
    await run(['file', file, '--yes', '--status', 'dead', '--columns', 'status,source']);
    const text = await readFile(join(folder, 'people-verified.csv'), 'utf8');
    expect(text.split('\n')).toEqual([
      'name,phone,verification_status,verification_source',
      'Bob,+14155550102,dead,',
      'Dan,+14155550102,dead,',
      '',
    ]);
  });

  it('passes on the settings of the file', async () => {
    const { run, file } = await trialWith('a;b\n(415) 555-0100;x\n');
    const { stderr } = await run(['file', file, '--yes', '--column', 'a', '--country', 'US']);
    expect(stderr).toContain('1 number to verify');
    expect((await run(['file', file, '--yes', '--force', '--country', 'XX'])).exitCode).toBe(4);
  });

  it('names the option for each decision of the reader', async () => {
    const { run, file } = await trialWith('phone\n(415) 555-0100\n(415) 555-0101\n');
    const { exitCode, stderr } = await run(['file', file, '--yes']);
    expect(exitCode).toBe(10);
    expect(stderr).toMatch(/Note: .* --country .*/);
  });

  it('replaces a result only with --force, and finds out before the cost', async () => {
    const { run, file, folder } = await trialWith();
    await writeFile(join(folder, 'people-verified.csv'), 'mine');
    const { exitCode, stderr } = await run(['file', file, '--yes']);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('is there already')]);
    expect((await run(['file', file, '--yes', '--force'])).exitCode).toBe(0);
    expect(await readFile(join(folder, 'people-verified.csv'), 'utf8')).toBe(RESULT);
    const directory = join(folder, 'directory.csv');
    await mkdir(directory);
    expect((await run(['file', file, '--yes', '--force', '--out', directory])).exitCode).toBe(3);
  });

  it('says which file cannot be read', async () => {
    const { run, folder } = await trialWith();
    const { exitCode, stderr } = await run(['file', join(folder, 'none.csv'), '--yes']);
    expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/^There is no file .*none\.csv\.\n$/)]);
  });

  it('says that a folder is not a file', async () => {
    const { run, folder } = await trialWith();
    const { exitCode, stderr } = await run(['file', folder, '--yes']);
    expect([exitCode, stderr]).toEqual([3, `${folder} is a folder. Name a .csv or .xlsx file.\n`]);
  });

  it('sends a file once, unless the server has not kept it', async () => {
    const { run, file } = await trialWith();
    const runWithoutFile = (upload: object) =>
      run(['file', file, '--yes', '--force'], {
        fetch: async (url, init) => {
          const response = await fetch(url, init);
          if (!url.endsWith('/preview')) return response;
          await rm(file, { force: true });
          return Response.json({ ...Object(await response.json()), ...upload });
        },
      });
    const content = await readFile(file);
    expect((await runWithoutFile({})).exitCode).toBe(0);
    await writeFile(file, content);
    const { exitCode, stderr } = await runWithoutFile({ upload: null });
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('There is no file ')]);
  });

  it('leaves the task when it is stopped, and says how to come back to it', async () => {
    const { run, file, folder, server } = await trialWith('phone\n+14155550105\n');
    const interrupt = new AbortController();
    const stopped = await run(['file', file, '--yes'], {
      typed: '',
      signal: interrupt.signal,
      onStderr: (text) => {
        if (text.includes(' of 1 rows')) interruptOf(interrupt);
      },
    });
    expect([stopped.exitCode, await readdir(folder)]).toEqual([130, ['people.csv']]);
    const [, id = ''] = /\n {2}dialproof watch (\S+)\n/.exec(stopped.stderr) ?? [];
    expect(stopped.stderr).toContain(`\n  dialproof download ${id}\n`);
    server.answerSlowChecks?.();
    const watched = await run(['watch', id, '--json']);
    expect([watched.exitCode, JSON.parse(watched.stdout)]).toMatchObject([
      0,
      { task_id: id, status: 'done' },
    ]);
    expect((await run(['download', id, '--out', '-'])).stdout).toContain('wa_registered');
  });

  it('ends with the verified rows of a cancelled task', async () => {
    const { run, file, folder, server } = await trialWith('phone\n+14155550102\n+14155550105\n');
    let cancelled: Promise<unknown> | undefined;
    const cancel = async (): Promise<void> => {
      const { stdout } = await run(['tasks', '--json']);
      await run(['cancel', JSON.parse(stdout).task_id]);
      server.answerSlowChecks?.();
    };
    const { exitCode, stderr } = await run(['file', file, '--yes'], {
      typed: '',
      onStderr: (text) => {
        if (text.includes(' of 2 rows')) cancelled ??= cancel();
      },
    });
    await cancelled;
    expect(exitCode).toBe(8);
    expect(stderr).toContain('The task failed (cancelled). Continue with the rest:\n  dialproof retry ');
    expect(await readFile(join(folder, 'people-verified.partial.csv'), 'utf8')).toContain(
      '+14155550102,dead',
    );
  });

  it('has no result of a task without verified rows', async () => {
    const { run, file, folder } = await trialWith('phone\n+14155550107\n');
    const { exitCode, stderr } = await run(['file', file, '--yes']);
    expect(exitCode).toBe(8);
    expect(stderr).toContain('waits (checker_unavailable), next try ');
    expect(await readdir(folder)).toEqual(['people.csv']);
  });
});
