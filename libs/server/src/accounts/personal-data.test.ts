import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OPERATIONS } from '@dialproof/http';
import { describe, expect, it } from 'vitest';
import type { OperatorEntry } from '../audit/open-audit-log.js';
import { openDataDirectory, openStorage } from '../storage/storage.js';
import {
  result,
  submitted,
  type TrialServer,
  trialFolder,
  trialServer,
  verify,
} from '../trial-server.fixture.js';
import { doAccountCommand } from './account-actions.js';
import { readAccountCommand } from './account-command.js';

/** Runs the account command on the data folder of a server that runs. */
async function account({ settings }: TrialServer, args: readonly string[], entries: OperatorEntry[] = []) {
  const storage = await openStorage(openDataDirectory(settings.dataDirectory).databaseFile, settings);
  try {
    const command = readAccountCommand(args);
    if (command.name === 'help') throw new TypeError('help does nothing');
    return await doAccountCommand(storage, command, (entry) => entries.push(entry));
  } finally {
    await storage.database.close();
  }
}

const CSV = 'name,phone\nAnn,+14155550101\nBen,+14155550102\n';

/** A server with a task, a webhook, a kept answer and a single check of its first account. */
async function usedServer() {
  const server = await trialServer();
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `for ${path}` },
      body: JSON.stringify(body),
    });
  const hook = { url: 'https://hooks.example.com/inbox', events: ['task.failed'] };
  const { secret, webhook_id: webhook } = OPERATIONS.createWebhook.reply.shape.parse(
    await (await post('/v1/webhooks', hook)).json(),
  );
  await post('/v1/verify', { phone: '+14155550103' });
  await verify(server, '+14155550104');
  const taskId = await submitted(server, CSV);
  const csv = await result(server, taskId);
  return { csv, secret, server, taskId, webhook };
}

async function linesIn(folder: string, name: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(folder, name), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('account show', () => {
  it('shows how much is kept of an account, and no number, name of a file, token or secret', async () => {
    const { secret, server, webhook } = await usedServer();
    const shown = (await account(server, ['show', '--token', server.token])).join('\n');
    expect(shown).toMatch(/^Account [0-9a-f-]{36}\n {2}email {6}first-account@dialproof\.invalid\n/);
    expect(shown).toContain('\n  suspended  no\n  credits    999,996 available, 0 held\n');
    expect(shown).toContain('\n  tasks      done 1\n');
    expect(shown).toContain('\n  answers    2 of requests with an Idempotency-Key, 1 of single checks\n');
    expect(shown).toContain(`${webhook} | task.failed\n`);
    expect(shown).toMatch(/\n {2}tokens {5}1\n +dp_\w{16}_\.\.\. \| no name \| all scopes \| made /);
    for (const text of ['5550', 'secret-customers', 'hooks.example', secret, server.token]) {
      expect(shown).not.toContain(text);
    }
  });
});

describe('account export', () => {
  it('writes all stored data of an account, and no secret', async () => {
    const { csv, secret, server, taskId, webhook } = await usedServer();
    const folder = join(await trialFolder(), 'export');
    const entries: OperatorEntry[] = [];
    const said = await account(server, ['export', '--token', server.token, '--to', folder], entries);
    expect(said).toEqual([expect.stringMatching(/ was written, with the results of 1 task, to:$/), folder]);

    const found = JSON.parse(await readFile(join(folder, 'account.json'), 'utf8'));
    expect(found).toMatchObject({
      email: 'first-account@dialproof.invalid',
      suspended_at: null,
      credits: { available: 999_996, held: 0 },
    });
    expect(entries).toEqual([{ event: 'account.exported', account: found.account_id, tasks: 1 }]);
    expect(await linesIn(folder, 'tokens.jsonl')).toMatchObject([{ scopes: null, revoked_at: null }]);
    expect(await linesIn(folder, 'journal.jsonl')).toMatchObject([
      { kind: 'grant', credits: 1_000_000, note: 'first account' },
      { kind: 'charge', credits: -1 },
      { kind: 'charge', credits: -1 },
      { kind: 'charge', credits: -2 },
    ]);
    expect(await linesIn(folder, 'holds.jsonl')).toHaveLength(3);
    const [task, ...others] = await linesIn(folder, 'tasks.jsonl');
    expect(others).toEqual([]);
    expect(OPERATIONS.poll.reply.shape.parse(task)).toMatchObject({
      task_id: taskId,
      file_name: 'secret-customers.csv',
    });
    const hook = { webhook_id: webhook, url: 'https://hooks.example.com/inbox' };
    expect(await linesIn(folder, 'webhooks.jsonl')).toMatchObject([{ ...hook, events: ['task.failed'] }]);
    expect(await linesIn(folder, 'deliveries.jsonl')).toEqual([]);
    expect(await linesIn(folder, 'answers.jsonl')).toMatchObject([
      { key: 'for /v1/verify', status: 200, body: { phone: '+14155550103' } },
      { key: 'for /v1/webhooks', status: 201, body: hook },
    ]);
    // The answer about the other number was `unknown`, which says nothing.
    expect(await linesIn(folder, 'single_answers.jsonl')).toEqual([
      {
        ...{ status: 'inactive', source: null, reason: null },
        ...{ checked_at: expect.stringMatching(/^20.*Z$/), consent_date: null, reassigned: null },
      },
    ]);
    const exported = await readFile(join(folder, 'results', `${taskId}.csv`), 'utf8');
    const cut = exported.split('\n').map((row) => row.split(',').slice(0, 3).join(','));
    expect(cut.join('\n')).toBe(csv);
    expect(exported).toContain(
      'name,phone,verification_status,verification_source,verification_reason,verification_checked_at,verification_reassigned\n',
    );

    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const all = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
    for (const text of [server.token, server.token.slice('dp_'.length + 17, -9), secret]) {
      expect(all).not.toContain(text);
    }
  });

  it.skipIf(process.platform === 'win32')('is for its owner alone', async () => {
    const { server, taskId } = await usedServer();
    const folder = join(await trialFolder(), 'export');
    await account(server, ['export', '--token', server.token, '--to', folder]);
    const modes = ['', 'account.json', 'tasks.jsonl', 'results', `results/${taskId}.csv`].map(
      async (name) => (await stat(join(folder, name))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o600, 0o700, 0o600]);
  });

  it('prints the number of unfinished tasks, whose rows are left out', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const check = () => answered.then(() => 'inactive' as const);
    const server = await trialServer({}, { checker: { check } });
    await submitted(server, CSV);
    const folder = join(await trialFolder(), 'export');
    const said = await account(server, ['export', '--token', server.token, '--to', folder]);
    expect(said).toContain('One of its tasks has not ended: the export lacks its rows.');
    expect(await readdir(join(folder, 'results'))).toEqual([]);
    expect(await linesIn(folder, 'tasks.jsonl')).toHaveLength(1);
    answer();
  });

  it('writes into no existing folder, and names it', async () => {
    const server = await trialServer();
    const folder = await trialFolder();
    const refused = account(server, ['export', '--token', server.token, '--to', folder]);
    await expect(refused).rejects.toMatchObject({
      name: 'StartRefusal',
      message: `${folder} exists already: name a new folder.`,
    });
    expect(await readdir(folder)).toEqual([]);
    const lost = account(server, ['export', '--token', server.token, '--to', join(folder, 'a', 'b')]);
    await expect(lost).rejects.toThrow(/cannot be made \(ENOENT\)/);
  });

  it('is refused without a folder', () => {
    expect(() => readAccountCommand(['export', '--email', 'a@b.c'])).toThrow('export needs --to FOLDER.');
    expect(readAccountCommand(['export', '--email', 'a@b.c', '--to', 'x'])).toMatchObject({ folder: 'x' });
  });
});

describe('erase actions', () => {
  /** Runs the account command on the data folder of a server that runs. */
  async function account(
    { settings }: TrialServer,
    line: string,
    entries: OperatorEntry[] = [],
  ): Promise<string> {
    const storage = await openStorage(openDataDirectory(settings.dataDirectory).databaseFile, settings);
    try {
      const command = readAccountCommand(line.split(' '));
      if (command.name === 'help') throw new TypeError('help does nothing');
      return (await doAccountCommand(storage, command, (entry) => entries.push(entry))).join('\n');
    } finally {
      await storage.database.close();
    }
  }

  /** The occurrences of the text in the files of the data folder. */
  async function found({ settings }: TrialServer, text: string): Promise<number> {
    const names = (await readdir(settings.dataDirectory)).filter((name) =>
      name.startsWith('dialproof.sqlite'),
    );
    const files = names.map((name) => readFile(join(settings.dataDirectory, name), 'latin1'));
    return (await Promise.all(files)).join('').split(text).length - 1;
  }

  /** How many numbers of a file the account knows. */
  async function knownIn({ origin, token }: TrialServer, content: string): Promise<number> {
    const body = new FormData();
    body.append('fresh_within', '1d');
    body.append('file', new Blob([content]), 'people.csv');
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${origin}/v1/verify/batch/preview`, { method: 'POST', headers, body });
    return OPERATIONS.preview.reply.shape.parse(await response.json()).known.numbers;
  }

  const csv = (prefix: string) =>
    `phone\n${Array.from({ length: 50 }, (_, row) => `+${prefix}${row + 10}\n`).join('')}`;

  describe('account erase', () => {
    it('leaves no number of the account in the files of a server that runs', async () => {
      const server = await trialServer();
      await result(server, await submitted(server, csv('141555512')));
      expect((await verify(server, '+14155551399')).status).toBe(200);
      expect(await found(server, '141555512')).toBeGreaterThan(0);
      const line = `erase --token ${server.token} --yes`;
      expect(await account(server, line)).toMatch(/^Account .* is erased, with 1 task, 1 token, /);
      for (const kept of ['141555512', '14155551399', 'secret-customers'])
        expect(await found(server, kept)).toBe(0);
      expect((await verify(server, '+14155551399')).status).toBe(401);
      await expect(account(server, line)).rejects.toThrow('There is no account for this token');
    });

    it('keeps nothing of a request whose body comes after it, or whose answer does', async () => {
      const answers: (() => void)[] = [];
      const check = () => new Promise<'inactive'>((resolve) => answers.push(() => resolve('inactive')));
      const server = await trialServer({}, { checker: { check } });
      const headers = {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/json',
      };
      const answered = fetch(`${server.origin}/v1/verify`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': 'answered after it' },
        body: '{"phone":"+14155551399"}',
      });
      await expect.poll(() => answers).toHaveLength(1);
      const half = request(`${server.origin}/v1/verify`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': 'sent after it' },
      });
      await new Promise((resolve) => half.write('{"phone":', resolve));
      // By then the server has the first half, since it comes before.
      expect((await fetch(`${server.origin}/v1/credits`, { headers })).status).toBe(200);
      const token = `erase --token ${server.token} --yes`;
      const said = await account(server, token);
      expect(said).toMatch(
        /is erased, with 0 tasks, 1 token, 0 webhooks and 1 request with an Idempotency-Key/,
      );
      const id = /^Account (\S+)/.exec(said)?.[1];
      answers[0]?.();
      expect((await answered).status).toBe(200);
      half.end('"+14155551388"}');
      const [reply] = (await once(half, 'response')) as [IncomingMessage];
      expect([reply.statusCode, await text(reply)]).toEqual([401, '{"detail":"not_authenticated"}']);
      for (const number of ['14155551399', '14155551388']) expect(await found(server, number)).toBe(0);
      await expect(account(server, `erase --account ${id} --yes`)).rejects.toThrow('and no data of one');
    });

    it('cancels unfinished tasks and says to run it again', async () => {
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const check = async (number: string) => {
        if (number.startsWith('+141555512')) await answered;
        return 'inactive' as const;
      };
      const server = await trialServer({}, { checker: { check } });
      await result(server, await submitted(server, csv('141555513')));
      await submitted(server, csv('141555512'));
      const line = `erase --token ${server.token} --yes`;
      const entries: OperatorEntry[] = [];
      await expect(account(server, line, entries)).rejects.toThrow(
        'is suspended, with 1 task erased and 1 unfinished task cancelled',
      );
      expect(entries).toMatchObject([
        { event: 'account.suspended' },
        { event: 'tasks.erased', tasks: 1 },
        { event: 'tasks.cancelled', tasks: 1 },
      ]);
      answer();
      const again = () => account(server, line).catch((error: Error) => error.message);
      await expect.poll(again).toMatch(/is erased/);
      expect(await found(server, '141555512')).toBe(0);
    });
  });

  describe('account erase-task', () => {
    it('leaves nothing of a task, and everything of another', async () => {
      const server = await trialServer();
      const [gone, kept] = [
        await submitted(server, csv('141555512')),
        await submitted(server, csv('141555513')),
      ];
      for (const taskId of [gone, kept]) await result(server, taskId);
      const entries: OperatorEntry[] = [];
      expect(await account(server, `erase-task --task ${gone} --yes`, entries)).toMatch(
        /^Task .* is erased\./,
      );
      expect(entries).toEqual([{ event: 'task.erased', task: gone }]);
      expect(await found(server, '141555512')).toBe(0);
      expect(await found(server, '141555513')).toBeGreaterThan(0);
      expect(await knownIn(server, csv('141555512'))).toBe(0);
      expect(await knownIn(server, csv('141555513'))).toBeGreaterThan(0);
      await expect(account(server, `erase-task --task ${gone} --yes`)).rejects.toThrow('There is no task');
    });

    it.each([
      ['erase --email a@b.c', 'erase needs --yes'],
      ['erase-task --task 1', 'erase-task needs --yes'],
      ['erase-task --yes', 'erase-task needs --task ID'],
    ])('refuses "%s"', (line, sentence) => {
      expect(() => readAccountCommand(line.split(' '))).toThrow(sentence);
    });
  });
});
