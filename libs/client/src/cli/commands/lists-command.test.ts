import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../client-options.js';
import { startTrial } from '../fixtures/trial-host.fixture.js';

const FILE = 'phone\n+14155550100\n+14155550102\n';

async function trialWithTask() {
  const trial = await startTrial();
  const verified = async (stdin: string): Promise<string> => {
    await trial.run(['file', '-', '--yes', '--out', '-'], { stdin });
    const { stdout } = await trial.run(['tasks', '--limit', '1', '--json']);
    return JSON.parse(stdout).task_id;
  };
  return { ...trial, verified };
}

describe('dialproof lists', () => {
  it('makes, shows, changes, runs, compares and deletes a list', async () => {
    const { run, verified } = await trialWithTask();
    expect(await run(['lists'])).toMatchObject({ exitCode: 0, stderr: 'There are no lists.\n' });
    const task = await verified(FILE);
    const settings = [
      '--name',
      'Customers',
      '--schedule',
      'month 1 9 Europe/Berlin',
      '--fresh-within',
      '60d',
    ];
    const made = await run(['lists', 'new', task, ...settings]);
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    const [, id = ''] =
      /^([\w-]{36}): created, next run at \d{4}-\d\d-01 0[78]:00 UTC\n$/.exec(made.stdout) ?? [];
    expect((await run(['lists'])).stdout).toMatch(new RegExp(`LIST .*\\n${id} .* 2  Customers\\n$`));

    const ran = await run(['lists', 'run', id]);
    expect(ran.stdout).toContain(`${id}: run started. Follow it with:\n  dialproof watch `);
    await run(['watch', ran.stdout.trim().split(' ').at(-1) ?? '']);
    const shown = (await run(['lists', 'show', id])).stdout.split('\n');
    expect(shown[0]).toMatch(/^Customers: schedule month 1 9 Europe\/Berlin, next run at /);
    expect(shown[1]).toBe('A run checks numbers whose answer is older than 60d.');
    expect(shown[3]).toMatch(/ done {4}[\w-]{36} {8}0 {5}0 {8}0 {9}0 {5}0$/);

    const newer = await verified('phone\n+14155550100\n+14155550103\n');
    expect((await run(['lists', 'set', id, '--task', newer, '--schedule', 'none'])).stdout).toBe(
      `${id}: changed\n`,
    );
    const { stdout } = await run(['lists', 'changes', id]);
    expect(stdout).toMatch(
      /^1 number came, 0 changed, 1 went, 1 did not change\nNUMBER .*\n\+14155550103 {2}came /,
    );
    const csv = await run(['lists', 'changes', id, '--csv', '-', '--change', 'went']);
    expect(csv.stdout).toMatch(/^phone,change,from,to,.*\n\+14155550102,went,dead,,.*\n$/);

    expect((await run(['lists', 'delete', id])).exitCode).toBe(2);
    expect(await run(['lists', 'delete', id], { typed: 'n\n' })).toMatchObject({ exitCode: 9 });
    expect((await run(['lists', 'delete', id, '--yes'])).stdout).toBe(`${id}: deleted\n`);
    expect(await run(['lists', 'show', id])).toMatchObject({ stdout: '', exitCode: 4 });
  });

  it('names the row of each change by a column', async () => {
    const { run, verified } = await trialWithTask();
    const task = await verified('id,phone\n17,+14155550100\n18,+14155550102\n');
    const made = await run(['lists', 'new', task, '--name', 'Customers', '--key-column', 'ID']);
    const [id = ''] = made.stdout.split(':');
    expect((await run(['lists', 'show', id])).stdout).toContain(
      '\nChanges name their row by the column ID.\n',
    );
    const newer = await verified('phone,id\n+14155550103,"17\tb"\n+14155550102,18\n');
    await run(['lists', 'set', id, '--task', newer]);
    const { stdout } = await run(['lists', 'changes', id]);
    expect(stdout).toMatch(
      /\nKEY {3}NUMBER .*\n17 b {2}\+14155550103 {2}came .*\n17 {4}\+14155550100 {2}went /,
    );
    const moved = await verified('phone,id\n+14155550105,"17\tb"\n+14155550102,18\n');
    await run(['lists', 'set', id, '--task', moved]);
    expect((await run(['lists', 'show', id])).stdout).toMatch(
      /\n.* CAME {2}CHANGED {2}REPLACED {2}WENT\n.* 0 {8}0 {9}1 {5}0\n/,
    );
    const [counts, header, change, end] = (await run(['lists', 'changes', id])).stdout.split('\n');
    expect(counts).toBe('0 numbers came, 0 changed, 1 replaced another, 0 went, 1 did not change');
    expect(header).toMatch(/^KEY .* REPLACED$/);
    expect(change).toMatch(/^17 b {2}\+14155550105 {2}replaced .* \+14155550103$/);
    expect(end).toBe('');
    const replaced = await run(['lists', 'changes', id, '--csv', '-', '--change', 'replaced']);
    expect(replaced.stdout).toMatch(
      /^key,phone,.*,previous_phone\n17\tb,\+14155550105,replaced,.*,\+14155550103\n$/,
    );
    const csv = await run([
      'lists',
      'changes',
      id,
      '--csv',
      '-',
      '--key-column',
      'phone',
      '--change',
      'went',
    ]);
    expect(csv.stdout).toMatch(/^key,phone,.*\n\+14155550103,\+14155550103,went,.*\n$/);
    expect(await run(['lists', 'set', id, '--key-column', 'customer'])).toMatchObject({ exitCode: 4 });
    const json = await run(['lists', 'set', id, '--key-column', 'none', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ key_column: null });
    expect((await run(['lists', 'changes', id])).stdout).toContain('\nNUMBER ');
  });

  it('makes a list of a file, and takes a newer one, when the cost was agreed to', async () => {
    const { run } = await startTrial();
    const file = 'id,second,phone\n17,+14155550100,+14155550104\n18,+14155550102,+14155550104\n';
    const made = ['lists', 'new', '-', '--name', 'Customers', '--key-column', 'id', '--column', 'second'];
    const limits = ['--fresh-within', '60d', '--max-credits', '2', '--schedule', 'none'];
    const refused = await run(made, { stdin: file });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('Nothing was submitted')]);
    expect(await run(['lists', 'new', 'gone.csv', '--name', 'a'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('There is no file gone.csv'),
    });
    const { exitCode, stderr, stdout } = await run([...made, ...limits, '--yes'], { stdin: file });
    const [, id = '', first = ''] =
      /^([\w-]{36}): created\nIts file is being verified now. Follow it with:\n {2}dialproof watch ([\w-]{36})\n$/.exec(
        stdout,
      ) ?? [];
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/2 credits.* holds 2 of your /s)]);
    const shown = await run(['lists', 'show', id]);
    expect(shown.stdout).toContain('older than 60d');
    expect(shown.stdout).toContain('more than 2 credits');
    expect(shown.stdout).toContain(first);
    await run(['watch', first]);

    const newer = 'id,second,phone\n19,+14155550103,+14155550104\n18,+14155550102,+14155550104\n';
    const ran = await run(['lists', 'run', id, '-', '--yes'], { stdin: newer });
    expect(ran.stderr).toContain('phone numbers in "second"');
    expect(ran.stdout).toContain(`${id}: run started. Follow it with:\n  dialproof watch `);
    await run(['watch', ran.stdout.trim().split(' ').at(-1) ?? '']);
    expect((await run(['lists', 'changes', id])).stdout).toMatch(
      /\n19 {3}\+14155550103 {2}came .*\n17 {3}\+14155550100 {2}went /,
    );
    const lists = await run(['tasks', '--json']);
    expect(lists.stdout.trim().split('\n')).toHaveLength(2);
  });

  it('tells the cost of a newer file by the limits of its list', async () => {
    const { run } = await startTrial();
    const made = ['lists', 'new', '-', '--name', 'a', '--fresh-within', '60d', '--yes', '--json'];
    const { list_id: id, task_id } = JSON.parse((await run(made, { stdin: FILE })).stdout);
    await run(['watch', task_id]);
    const newer = (...more: readonly string[]) =>
      run(['lists', 'run', id, '-', ...more], { stdin: `${FILE}+14155550103\n` });
    expect((await newer()).stderr).toContain('at most 1 credit.');
    const refused = await newer('--fresh-within', 'none');
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringContaining('take a value, not none'),
    ]);
    expect((await newer('--yes', '--max-credits', '0')).exitCode).not.toBe(0);
    await run(['lists', 'set', id, '--max-credits', '0']);
    expect((await newer('--yes')).exitCode).not.toBe(0);
    expect((await newer('--yes', '--max-credits', '1')).exitCode).toBe(0);
  });

  it('says that a run without its rows is about to begin', async () => {
    const { run } = await startTrial();
    const made = ['lists', 'new', '-', '--name', 'a', '--yes', '--json'];
    const list = JSON.parse((await run(made, { stdin: FILE })).stdout);
    const running = { task_id: 'a-task', due_at: null, began_at: null };
    const fetch: Fetch = async (input, init) => {
      const reply = await globalThis.fetch(input, init);
      if (!String(input).endsWith(list.list_id)) return reply;
      return Response.json({ ...Object(await reply.json()), running });
    };
    const { stdout } = await run(['lists', 'show', list.list_id], { fetch });
    expect(stdout).toContain('A run is about to begin: its rows are being read.');
    expect(stdout).not.toContain('a-task');
  });

  it('writes JSON for programs', async () => {
    const { run, verified } = await trialWithTask();
    const task = await verified(FILE);
    const json = async (...args: readonly string[]) =>
      JSON.parse((await run(['lists', ...args, '--json'])).stdout);
    const list = await json('new', task, '--name', 'Customers', '--max-credits', '9');
    expect(list).toMatchObject({ name: 'Customers', task_id: task, max_credits: 9, schedule: null });
    const { list_id: id } = list;
    expect(await json('set', id, '--max-credits', 'none')).toMatchObject({ max_credits: null });
    expect(await json()).toMatchObject({ list_id: id });
    expect(await json('show', id)).toMatchObject({ list_id: id, runs: [{ status: 'done', task_id: task }] });
    expect(await json('run', id)).toMatchObject({ list_id: id, total: 2 });
    expect(await json('delete', id, '--yes')).toEqual({ list_id: id, deleted: true });
  });

  it.each([
    [['--schedule', 'month 31 9 UTC'], 'The day of --schedule must be a whole number from 1 to 28, or'],
    [['--schedule', 'week 3 9 UTC'], 'The day of --schedule must be one of sunday, monday, '],
    [['--schedule', 'month monday 9 UTC'], 'The day of --schedule must be a whole number from 1 to 28'],
    [['--schedule', 'week monday 24 UTC'], 'The hour of --schedule must be a whole number from 0 to 23'],
    [['--schedule', 'day 9 Berlin'], 'The time zone of --schedule must be a name such as Europe/Berlin'],
    [['--name', ''], '--name must be text of 1 to '],
    [['--fresh-within', 'a year'], '--fresh-within must be 1 to 9999 hours or days'],
  ])('names its options when the server refuses %j', async (setting, why) => {
    const { run, verified } = await trialWithTask();
    const task = await verified(FILE);
    const { stdout } = await run(['lists', 'new', task, '--name', 'Customers', '--json']);
    const { exitCode, stderr } = await run(['lists', 'set', JSON.parse(stdout).list_id, ...setting]);
    expect([exitCode, stderr.replace(/\s+/g, ' ')]).toEqual([4, expect.stringContaining(why)]);
    expect(stderr).not.toMatch(/body|time_zone|"fresh_within"/);
  });

  it.each([
    [['lists', 'new'], 'needs a file, or the id of a task'],
    [['lists', 'show', 'a-list', 'people.csv'], 'takes one argument'],
    [['lists', 'show'], 'needs the id of a list'],
    [['lists', 'set', 'a-list'], 'needs a setting'],
    [['lists', 'new', 'a-task'], 'needs --name'],
    [['lists', 'new', 'a-task', '--name', 'a', '--schedule', 'month 9 UTC'], 'It takes day, week or month'],
    [['lists', 'new', 'a-task', '--name', 'a', '--column', '0'], 'new without a file takes no --column'],
    [['lists', 'new', 'a.csv', '--name', 'a', '--task', 'b'], 'new with a file takes no --task'],
    [['lists', 'set', 'a-list', '--without-numbers'], 'set takes no --without-numbers'],
    [['lists', 'run', 'a-list', '--max-credits', '0'], 'run without a file takes no --max-credits'],
    [['lists', 'run', 'a-list', '-', '--key-column', 'id'], 'run with a file takes no --key-column'],
    [['lists', 'run', 'a-list', '-', '--schedule', 'none'], 'run with a file takes no --schedule'],
    [['lists', 'make', 'a-task'], 'Allowed choices are'],
  ])('refuses %j', async (args, why) => {
    const { run } = await startTrial();
    const { exitCode, stderr } = await run(args);
    expect([exitCode, stderr.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(why)]);
  });
});
