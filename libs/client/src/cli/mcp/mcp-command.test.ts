import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTrial, type Trial } from '../fixtures/trial-host.fixture.js';
import type { Input, Output } from '../host.js';
import { runProgram } from '../program.js';
import { assertInstalled } from './mcp-command.js';

const PEOPLE = 'name,phone\nAnn,+14155550100\nBob,+14155550101\nDi,call me\n';

interface Assistant extends Trial {
  readonly shared: string;
  readonly assistant: Client;
  /** The standard input of the program. */
  readonly input: PassThrough;
  readonly exitCode: Promise<number>;
  call(name: string, given?: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
  answer(name: string, given?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  refusal(name: string, given?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** The program with the client of the protocol at its input and output, and a folder with a file. It ends with the test. */
async function startAssistant(args: readonly string[] = [], credits = 100): Promise<Assistant> {
  const trial = await startTrial(credits);
  const shared = join(trial.folder, 'shared');
  await mkdir(shared);
  await writeFile(join(shared, 'people.csv'), PEOPLE);
  await writeFile(join(trial.folder, 'private.csv'), PEOPLE);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const exitCode = runProgram(['mcp', '--folder', shared, ...args], {
    env: { DIALPROOF_URL: trial.server.baseUrl, DIALPROOF_TOKEN: trial.token },
    // They have all that the program uses of an input and an output.
    stdin: input as Input,
    stdout: output as Output,
    stderr: new Writable({ write: (_piece, _encoding, done) => done() }) as Output,
    signal: new AbortController().signal,
    settingsFile: trial.settingsFile,
  });
  const assistant = new Client({ name: 'test', version: '1' });
  // A transport over two streams, which serves either side.
  await assistant.connect(new StdioServerTransport(output, input));
  onTestFinished(async () => {
    input.destroy();
    await exitCode;
  });
  const call: Assistant['call'] = (name, given = {}) => assistant.callTool({ name, arguments: { ...given } });
  return {
    ...trial,
    shared,
    assistant,
    input,
    exitCode,
    call,
    async answer(name, given) {
      const { content, isError, structuredContent } = await call(name, given);
      expect(isError, JSON.stringify(content)).toBeFalsy();
      return Object(structuredContent);
    },
    async refusal(name, given) {
      const { content, isError } = await call(name, given);
      expect(isError, JSON.stringify(content)).toBe(true);
      return JSON.stringify(content);
    },
  };
}

/** A list of the file, and then of a newer one: a number of it came, one went, and one stayed. */
async function changedList({ answer, run, shared }: Assistant) {
  await writeFile(join(shared, 'newer.csv'), 'phone\n+14155550100\n+14155550102\n');
  const verified = async (file: string): Promise<string> => {
    const { task_id } = await answer('submit_file', { file });
    await answer('get_task', { task_id, wait_seconds: 50 });
    return String(task_id);
  };
  const against = await verified('people.csv');
  const name = ['--name', 'Ann +1 415 555 0100'];
  const { list_id } = JSON.parse((await run(['lists', 'new', against, ...name, '--json'])).stdout);
  const task_id = await verified('newer.csv');
  await run(['lists', 'set', list_id, '--task', task_id]);
  return { against, list_id, task_id };
}

describe('dialproof mcp', () => {
  it('leads an assistant from a file to its result, and shows it no number', async () => {
    const { answer, assistant, shared } = await startAssistant(['--max-credits', '10']);
    const { tools } = await assistant.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['preview_file', 'submit_file', 'verify_number', 'get_task'],
      ...['list_tasks', 'download_result', 'get_lists', 'list_changes', 'get_credits'],
    ]);
    const preview = await answer('preview_file', { file: 'people.csv' });
    expect(preview).toMatchObject({ numbers: 2, without_number: { rows: 1 } });
    const { task_id } = await answer('submit_file', { file: 'people.csv' });
    const task = await answer('get_task', { task_id, wait_seconds: 50 });
    expect(task).toMatchObject({ status: 'done', processed: 3, credits: { charged: 2 } });
    const listed = await answer('list_tasks');
    expect(listed).toMatchObject({ tasks: [{ task_id }] });
    expect(await answer('download_result', { task_id, file: 'result.csv' })).toMatchObject({ rows: 3 });
    expect(await readFile(join(shared, 'result.csv'), 'utf8')).toContain('Ann,+14155550100,');
    const one = await answer('verify_number', { phone: '+14155550102' });
    expect(one).toMatchObject({ status: expect.any(String), checked_at: expect.any(String) });
    const credits = await answer('get_credits');
    expect(credits).toMatchObject({ available: 97, held: 0, may_be_spent_here: 7 });
    expect(JSON.stringify([preview, task, listed, one, credits])).not.toMatch(/1415555|call me|Ann/);
  });

  it('says what changed from a task to another, and in a list, and shows no number', async () => {
    const assistant = await startAssistant(['--max-credits', '10']);
    const { answer, refusal, run, shared } = assistant;
    const { against, list_id, task_id } = await changedList(assistant);
    const counts = { came: 1, changed: 0, went: 1, unchanged: 1 };
    const ofTask = await answer('list_changes', { task_id, against, file: 'changes.csv' });
    expect(ofTask).toMatchObject({ counts, file: 'changes.csv' });
    expect(await readFile(join(shared, 'changes.csv'), 'utf8')).toMatch(/^phone,.*\n\+14155550102,came,/);
    const lists = await answer('get_lists');
    expect(lists).toMatchObject({ lists: [{ list_id, name: 'Ann …', last_run: { changes: counts } }] });
    const ofList = await answer('list_changes', { list_id, change: ['came'] });
    expect(ofList).toMatchObject({ counts });
    expect(JSON.stringify([ofTask, ofList, lists])).not.toMatch(/1415555/);
    await run(['lists', 'set', String(list_id), '--key-column', 'phone']);
    const keyed = [await answer('list_changes', { list_id }), await answer('get_lists')];
    expect(JSON.stringify(keyed)).toContain('"key_column":"phone"');
    expect(JSON.stringify(keyed)).not.toMatch(/1415555|"key":/);
    expect(await refusal('list_changes', { task_id, against, key_column: 'id' })).toContain('no column');
    for (const wrong of [
      {},
      { task_id },
      { list_id, against },
      { list_id, task_id },
      { task_id, against, since: 'x' },
    ])
      expect(await refusal('list_changes', wrong)).toContain('Give a list_id');
    expect(await refusal('list_changes', { list_id, file: 'changes.xlsx' })).toContain('.csv');
    expect(await refusal('list_changes', { list_id, file: '../changes.csv' })).toContain('folder');
  });

  it('shows changed numbers where the user allows it', async () => {
    const assistant = await startAssistant(['--max-credits', '10', '--show-numbers']);
    const { list_id } = await changedList(assistant);
    const { changes } = await assistant.answer('list_changes', { list_id, change: ['went'], limit: 1 });
    expect(changes).toMatchObject([{ phone: '+14155550101', change: 'went' }]);
    await assistant.run(['lists', 'set', String(list_id), '--key-column', '0']);
    const keyed = await assistant.answer('list_changes', { list_id, change: ['came'] });
    expect(keyed).toMatchObject({ changes: [{ phone: '+14155550102', key: '+14155550102' }] });
  });

  it('takes the answer about a number that a file has found', async () => {
    const { answer, refusal } = await startAssistant(['--max-credits', '10']);
    const { task_id } = await answer('submit_file', { file: 'people.csv' });
    await answer('get_task', { task_id, wait_seconds: 50 });
    const { available } = await answer('get_credits');
    const phone = '+14155550100';
    await answer('verify_number', { phone, fresh_within: '1d' });
    expect(await answer('get_credits')).toMatchObject({ available });
    await answer('verify_number', { phone });
    expect(await answer('get_credits')).toMatchObject({ available: Number(available) - 1 });
    expect(await refusal('verify_number', { phone, fresh_within: 'a year' })).toMatch(
      /invalid_fresh_within: .*fresh_within.* must be 1 to 9999 hours or days/,
    );
  });

  it('shows cells of a file where the user allows it', async () => {
    const { answer } = await startAssistant(['--show-numbers']);
    const preview = await answer('preview_file', { file: 'people.csv' });
    expect(JSON.stringify(preview)).toContain('+14155550100');
    expect(JSON.stringify(preview)).toContain('call me');
  });

  it('spends nothing unless the user allows it', async () => {
    const { answer, refusal } = await startAssistant();
    for (const text of [
      await refusal('submit_file', { file: 'people.csv' }),
      await refusal('verify_number', { phone: '+14155550100' }),
    ]) {
      expect(text).toContain('--max-credits');
    }
    expect(await answer('get_credits')).toMatchObject({ available: 100, held: 0 });
  });

  it('spends no more than it may, also with two calls at once', async () => {
    const { answer, call, refusal } = await startAssistant(['--max-credits', '3']);
    const both = await Promise.all([
      call('submit_file', { file: 'people.csv' }),
      call('submit_file', { file: 'people.csv' }),
    ]);
    const refused = both.filter(({ isError }) => isError);
    expect(refused).toHaveLength(1);
    expect(JSON.stringify(refused)).toContain('This may cost 2, and 1 credits');
    expect(await answer('get_credits')).toMatchObject({ may_be_spent_here: 1 });
    await answer('verify_number', { phone: '+14155550100' });
    expect(await refusal('verify_number', { phone: '+14155550100' })).toContain('--max-credits');
  });

  it('gives back the credits of a request that the server refuses', async () => {
    const { answer, refusal } = await startAssistant(['--max-credits', '1']);
    expect(await refusal('verify_number', { phone: 'call me' })).toContain('invalid_phone');
    expect(await answer('get_credits')).toMatchObject({ may_be_spent_here: 1 });
  });

  it('reads and writes in the shared folder alone, and replaces nothing', async () => {
    const { answer, folder, refusal, shared } = await startAssistant(['--max-credits', '10']);
    await symlink(join(folder, 'private.csv'), join(shared, 'link.csv'));
    await symlink(folder, join(shared, 'out'));
    const outside = [
      '../private.csv',
      '../none.csv',
      join(folder, 'private.csv'),
      'link.csv',
      'out/private.csv',
    ];
    for (const file of outside) {
      expect(await refusal('preview_file', { file })).toContain('the folder that the user shares');
      expect(await refusal('submit_file', { file })).toContain('the folder that the user shares');
    }
    expect(await refusal('preview_file', { file: 'none.csv' })).toContain('There is no');
    await mkdir(join(shared, 'folder.csv'));
    expect(await refusal('preview_file', { file: 'folder.csv' })).toContain('is not a file');
    const { task_id } = await answer('submit_file', { file: 'people.csv' });
    // A refused download leaves no file behind.
    const none = { task_id: '3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10', file: 'result.csv' };
    expect(await refusal('download_result', none)).toContain('task_not_found');
    await answer('get_task', { task_id, wait_seconds: 50 });
    await answer('download_result', { task_id, file: 'result.csv' });
    for (const file of ['../result.csv', 'out/result.csv', join(folder, 'result.csv')]) {
      expect(await refusal('download_result', { task_id, file })).toContain(
        'the folder that the user shares',
      );
    }
    for (const file of ['people.csv', 'link.csv']) {
      expect(await refusal('download_result', { task_id, file })).toContain('is there already');
    }
    for (const file of ['.env', 'out.csv/..', '../none/of.this', 'result.csv.sh']) {
      expect(await refusal('download_result', { task_id, file })).toContain('not named .csv or .xlsx');
      expect(await refusal('preview_file', { file })).toContain('not named .csv or .xlsx');
    }
    expect(await readFile(join(shared, 'people.csv'), 'utf8')).toBe(PEOPLE);
  });

  it.each([
    [
      'submit_file',
      { file: 'people.csv', default_contry: 'DE' },
      'there is no argument default_contry; it takes file, phone_column, ',
    ],
    ['get_credits', { account: 'one' }, 'there is no argument account; it takes none'],
    ['list_tasks', { status: 'ready' }, 'status takes queued, processing, done, failed, not \\"ready\\"'],
    ['verify_number', { phone: 14155550100 }, 'phone must be string'],
    ['get_task', {}, 'task_id'],
    ['get_task', { task_id: 'one', wait_seconds: 600 }, 'wait_seconds'],
    [
      'download_result',
      { task_id: 'one', file: 'r.csv', status: ['dead', 'alive'] },
      'status takes wa_registered, ',
    ],
  ])('refuses arguments that %s does not take: %j', async (name, given, named) => {
    const { call } = await startAssistant(['--max-credits', '10']);
    const refused = await call(name, given).catch((error: unknown) => String(error));
    expect(JSON.stringify(refused)).toContain(named);
  });

  it('shows no row that the assistant names as the header', async () => {
    const { answer } = await startAssistant(['--max-credits', '10']);
    const settings = { file: 'people.csv', header_row: 2, phone_column_index: 1 };
    const preview = await answer('preview_file', settings);
    const { task_id } = await answer('submit_file', settings);
    const task = await answer('get_task', { task_id, wait_seconds: 50 });
    expect(task).toMatchObject({ status: 'done', total: 2 });
    expect(JSON.stringify([preview, task])).not.toMatch(/1415555|Ann|Bob/);
  });

  it('counts a request that was cancelled under way', async () => {
    const { answer, assistant } = await startAssistant(['--max-credits', '10']);
    const cancelled = new AbortController();
    // It takes a second.
    const slow = { name: 'verify_number', arguments: { phone: '+14155550105' } };
    const call = assistant.callTool(slow, { signal: cancelled.signal });
    await expect.poll(() => answer('get_credits')).toMatchObject({ held: 1, may_be_spent_here: 9 });
    cancelled.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => answer('get_credits')).toMatchObject({ held: 0, may_be_spent_here: 9 });
  });

  it('counts no file that did not reach the server', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    const url = `http://127.0.0.1:${port}`;
    const { refusal } = await startAssistant(['--max-credits', '10', '--url', url]);
    for (let times = 0; times < 2; times += 1) {
      expect(await refusal('submit_file', { file: 'people.csv' })).toContain('Nothing answers');
    }
  });

  it('tells an assistant the code of a refusal', async () => {
    const { refusal } = await startAssistant();
    expect(await refusal('get_task', { task_id: '3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10' })).toContain(
      'task_not_found',
    );
  });

  it('ends when the assistant does', async () => {
    const { exitCode, input } = await startAssistant();
    input.end();
    expect(await exitCode).toBe(0);
  });
});

describe('the package of the protocol', () => {
  it('is asked for where it is not installed', () => {
    const find = () => {
      throw new Error('not found');
    };
    expect(() => assertInstalled(find)).toThrow(
      'npm install --global @dialproof/client @modelcontextprotocol/server',
    );
  });
});
