import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OPERATIONS } from '@dialproof/http';
import { describe, expect, it } from 'vitest';
import type { OperatorEntry } from '../audit/open-audit-log.js';
import { openDataDirectory } from '../storage/data-directory.js';
import { openStorage } from '../storage/storage.js';
import { result, submitted, type TrialServer, trialServer, verify } from '../trial-server.fixture.js';
import { doAccountCommand } from './account-actions.js';
import { readAccountCommand } from './account-command.js';

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
  const names = (await readdir(settings.dataDirectory)).filter((name) => name.startsWith('dialproof.sqlite'));
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
    await expect(account(server, `erase --account ${id} --yes`)).rejects.toThrow(
      'nothing that was kept of it',
    );
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
    expect(await account(server, `erase-task --task ${gone} --yes`, entries)).toMatch(/^Task .* is erased\./);
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
