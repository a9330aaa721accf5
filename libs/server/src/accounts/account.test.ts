import { type AccountId, type TaskId, taskId } from '@dialproof/core';
import { SqlTokens } from '@dialproof/sql';
import { describe, expect, it } from 'vitest';
import type { OperatorEntry } from '../audit/open-audit-log.js';
import { readSettings } from '../settings/settings.js';
import { openDataDirectory, openStorage, type Storage } from '../storage/storage.js';
import { trialFolder } from '../trial-server.fixture.js';
import { doAccountCommand } from './account-actions.js';
import { type AccountCommand, readAccountCommand } from './account-command.js';

/** Makes a task of one number. */
async function queueTask({ store }: Storage, accountId: AccountId, taskId: TaskId): Promise<void> {
  const lease = await store.begin({ taskId, accountId, run: 1, leaseMs: 60_000 });
  const phoneColumn = { index: 0, name: 'phone' };
  await store.enqueue(lease, {
    total: 1,
    rowsWithoutNumber: 0,
    heldCredits: 1,
    chunks: [Buffer.from('14155550100')],
    file: {
      ...{ name: 'a.csv', type: 'csv', sheet: null, encoding: 'utf-8', phoneColumn, notes: [] },
      ...{ rowBlocks: 0, numbersPerChunk: 1 },
    },
  });
}

describe('readAccountCommand', () => {
  it.each<[string, AccountCommand]>([
    ['create', { name: 'create', credits: 0, email: undefined }],
    ['create --credits 25 --email a@b.c', { name: 'create', credits: 25, email: 'a@b.c' }],
    ['balance --token dp_1', { name: 'balance', of: { by: 'token', token: 'dp_1' } }],
    ['grant --email a@b.c --credits 3', { name: 'grant', of: { by: 'email', email: 'a@b.c' }, credits: 3 }],
    ['rotate --account 8e0f', { name: 'rotate', of: { by: 'account', account: '8e0f' }, keepOldMs: 0 }],
    [
      'rotate --token dp_1 --keep-old 2d',
      { name: 'rotate', of: { by: 'token', token: 'dp_1' }, keepOldMs: 172_800_000 },
    ],
    ['tokens --email a@b.c', { name: 'tokens', of: { by: 'email', email: 'a@b.c' } }],
    [
      'issue --email a@b.c --max-credits-per-day 500 --max-credits-per-task 100',
      {
        name: 'issue',
        of: { by: 'email', email: 'a@b.c' },
        token: { maxCreditsPerDay: 500, maxCreditsPerTask: 100 },
      },
    ],
    [
      'issue --account 8e0f --name crm --scopes read,verify',
      {
        name: 'issue',
        of: { by: 'account', account: '8e0f' },
        token: { name: 'crm', scopes: ['read', 'verify'] },
      },
    ],
    ['--help', { name: 'help' }],
    ['create -h', { name: 'help' }],
  ])('understands "%s"', (line, command) => {
    expect(readAccountCommand(line.split(' '))).toEqual(command);
  });

  it.each([
    ['', 'No command was given: create, balance, grant, ...'],
    ['remove', 'There is no command remove.'],
    ['create 25', '"25" is not understood after create.'],
    ['create --credits -5', /--credits/],
    ['create --credits=2.5', '--credits is "2.5", expected a whole number, 0 or more.'],
    ['create --token dp_1', 'create takes no --token.'],
    ['balance --tokn dp_1', /--tokn/],
    [
      'balance',
      'balance needs one of --token T, --email A and --account ID, to know which account is meant.',
    ],
    ['suspend --email a@b.c --token dp_1', /needs one of/],
    ['rotate --email a@b.c --keep-old 24h', /needs a token/],
    ['rotate --token dp_1 --keep-old soon', /expected hours or days/],
    ['issue --email a@b.c --scopes read,all', /--scopes has "all"/],
    ['issue --email a@b.c --max-credits-per-day 0', /--max-credits-per-day is "0", expected a whole number/],
    ['issue --email a@b.c --ends soon', '--ends is "soon", expected hours or days as 24h or 7d.'],
    ['balance --email a@b.c --scopes read', /takes no --scopes/],
    ['grant --email a@b.c', 'grant needs --credits N.'],
  ])('refuses "%s"', (line, sentence) => {
    const args = line.split(' ').filter((word) => word !== '');
    expect(() => readAccountCommand(args)).toThrow(sentence);
    expect(() => readAccountCommand(args)).toThrow(expect.objectContaining({ name: 'UsageError' }));
  });
});

describe('doAccountCommand', () => {
  async function commands() {
    const storage = await openStorage(openDataDirectory(await trialFolder()).databaseFile, readSettings({}));
    const entries: OperatorEntry[] = [];
    const record = (entry: OperatorEntry) => void entries.push(entry);
    const lastLine = async (line: string) => {
      const command = readAccountCommand(line.split(' '));
      if (command.name === 'help') throw new TypeError('help does nothing');
      return (await doAccountCommand(storage, command, record)).at(-1) ?? '';
    };
    return { entries, storage, lastLine, record };
  }

  it('makes an account, grants it credits and prints its balance', async () => {
    const { storage, lastLine } = await commands();
    const token = await lastLine('create --credits 25 --email ann@example.com');
    expect(token).toMatch(/^dp_\w{16}_[\w-]{43}_[0-9a-f]{8}$/);
    expect(await lastLine(`balance --token ${token}`)).toBe('25');
    expect(await lastLine('grant --email ANN@example.com --credits 5')).toBe('30');
    await storage.database.close();
  });

  it('suspends and reinstates', async () => {
    const { storage, lastLine } = await commands();
    const token = await lastLine('create');
    await lastLine(`suspend --token ${token}`);
    expect(await storage.authenticator.authenticate({ token, request: undefined })).toMatchObject({
      suspended: true,
    });
    await lastLine(`reinstate --token ${token}`);
    expect(await storage.authenticator.authenticate({ token, request: undefined })).toMatchObject({
      suspended: false,
    });
    await storage.database.close();
  });

  it('stops the tasks of an account that it suspends, lets them continue, and cancels them when asked to', async () => {
    const { entries, storage, lastLine } = await commands();
    const { accountId } = await storage.accounts.create({ credits: 10 });
    const tasks = [1, 2].map((n) => taskId(`task-${n}`));
    for (const taskId of tasks) await queueTask(storage, accountId, taskId);
    const show = async () => {
      const found = await Promise.all(tasks.map((taskId) => storage.store.find(taskId)));
      return found.map((task) => task?.waiting?.reason ?? task?.waiting);
    };
    await lastLine(`suspend --account ${accountId}`);
    expect(await show()).toEqual(['account_suspended', 'account_suspended']);
    await lastLine(`reinstate --account ${accountId}`);
    expect(await show()).toEqual([null, null]);
    const line = `2 unfinished tasks of account ${accountId} cancelled.`;
    expect(await lastLine(`suspend --account ${accountId} --cancel-tasks`)).toBe(line);
    const { claims } = await storage.store.claim({ leaseMs: 60_000, limit: 10, taskId: null });
    expect(claims.map(({ kind }) => kind)).toEqual(['finish', 'finish']);
    expect(await lastLine(`cancel-tasks --account ${accountId}`)).toBe(line);
    expect(entries.map(({ event }) => event)).toEqual([
      'account.suspended',
      'account.reinstated',
      'account.suspended',
      'tasks.cancelled',
      'tasks.cancelled',
    ]);
    await storage.database.close();
  });

  it('replaces the named token, and all tokens of an account that is named otherwise', async () => {
    const { storage, lastLine } = await commands();
    const isValid = async (token: string) =>
      (await storage.authenticator.authenticate({ token, request: undefined })) !== undefined;
    const first = await lastLine('create --email ann@example.com');
    const second = await lastLine(`rotate --token ${first}`);
    expect([await isValid(first), await isValid(second)]).toEqual([false, true]);
    const third = await lastLine('rotate --email ann@example.com');
    expect([await isValid(second), await isValid(third)]).toEqual([false, true]);
    await lastLine('revoke --email ann@example.com');
    expect(await isValid(third)).toBe(false);
    await storage.database.close();
  });

  it('replaces each token of an account by one of the same name, scopes, end and caps', async () => {
    const { storage, lastLine } = await commands();
    const ask = (token: string) => storage.authenticator.authenticate({ token, request: undefined });
    const first = await lastLine('create --email ann@example.com');
    const caps = '--max-credits-per-day 500 --max-credits-per-task 100';
    const second = await lastLine(
      `issue --email ann@example.com --name crm --scopes read --ends 90d ${caps}`,
    );
    const revoked = await lastLine('issue --email ann@example.com --name old');
    await lastLine(`revoke --token ${revoked}`);
    const command = readAccountCommand(['rotate', '--email', 'ann@example.com']);
    if (command.name !== 'rotate') throw new TypeError('the command was read as another');
    const lines = await doAccountCommand(storage, command, () => {});
    const [headline, ofFirst, newFirst, ofSecond, newSecond, ...others] = lines;
    expect(headline).toMatch(/^Account \S+ has new tokens in place of 2, shown only once:$/);
    expect(ofFirst).toBe(`In place of dp_${first.split('_')[1]}_... | no name | all scopes:`);
    expect(ofSecond).toBe(`In place of dp_${second.split('_')[1]}_... | crm | read:`);
    expect(others).toEqual([]);
    expect(await ask(newFirst ?? '')).not.toHaveProperty('scopes');
    const countedAs = SqlTokens.idOf(second);
    expect(await ask(newSecond ?? '')).toMatchObject({
      scopes: ['read'],
      caps: { maxCreditsPerTask: 100, day: { maxCredits: 500, countedAs } },
    });
    expect([await ask(first), await ask(second)]).toEqual([undefined, undefined]);
    expect(await lastLine('tokens --email ann@example.com')).toBe('5');
    const account = (await ask(newFirst ?? ''))?.accountId;
    const listed = account === undefined ? [] : await storage.tokens.list(account);
    const ends = listed.filter(({ name }) => name === 'crm').map(({ expiresAt }) => expiresAt);
    expect(ends).toEqual([expect.any(Number), ends[0]]);
    await storage.database.close();
  });

  it('replaces no token of an account that has none', async () => {
    const { storage, lastLine } = await commands();
    await lastLine('create --email ann@example.com');
    await lastLine('revoke --email ann@example.com');
    await expect(lastLine('rotate --email ann@example.com')).rejects.toThrow(/has no token to replace/);
    await storage.database.close();
  });

  it('makes another token for some operations and a time, and lists the tokens without their secrets', async () => {
    const { storage, lastLine, record } = await commands();
    const first = await lastLine('create --email ann@example.com');
    const second = await lastLine('issue --email ann@example.com --name crm --scopes read,verify --ends 90d');
    const asked = await storage.authenticator.authenticate({ token: second, request: undefined });
    expect(asked).toMatchObject({ scopes: ['read', 'verify'] });
    const command = readAccountCommand(['tokens', '--email', 'ann@example.com']);
    if (command.name !== 'tokens') throw new TypeError('the command was read as another');
    const lines = await doAccountCommand(storage, command, record);
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toBe('2');
    const listed = lines.join('\n');
    expect(listed).toMatch(/\| crm \| read,verify \| made .* \| ends /);
    // The secret may have underscores itself.
    for (const token of [first, second]) expect(listed).not.toContain(token.slice('dp_'.length + 17, -9));
    await storage.database.close();
  });

  it('keeps the old token beside the new one, with its scopes and end', async () => {
    const { entries, storage, lastLine } = await commands();
    const ask = (token: string) => storage.authenticator.authenticate({ token, request: undefined });
    const account = (await ask(await lastLine('create')))?.accountId;
    if (account === undefined) throw new Error('the account is not there');
    const old = await storage.tokens.issue(account, { scopes: ['read'] });
    const rotated = await lastLine(`rotate --token ${old?.token} --keep-old 24h`);
    expect(entries.at(-1)).toMatchObject({ replaces: [old?.tokenId], keptUntil: expect.any(Date) });
    expect(await ask(old?.token ?? '')).toMatchObject({ scopes: ['read'] });
    expect(await ask(rotated)).toMatchObject({ scopes: ['read'] });
    await lastLine(`rotate --token ${rotated}`);
    expect(await ask(rotated)).toBeUndefined();
    await storage.database.close();
  });

  it('revokes a token that an earlier rotation keeps when all are replaced, without a replacement', async () => {
    const { entries, storage, lastLine } = await commands();
    const ask = (token: string) => storage.authenticator.authenticate({ token, request: undefined });
    const first = await lastLine('create --email ann@example.com');
    const second = await lastLine(`rotate --token ${first} --keep-old 24h`);
    const command = readAccountCommand(['tokens', '--email', 'ann@example.com']);
    if (command.name !== 'tokens') throw new TypeError('the command was read as another');
    const listed = await doAccountCommand(storage, command, () => {});
    expect(listed.join('\n')).toMatch(/ \| replaced, valid until \d{4}-/);
    const third = await lastLine('rotate --email ann@example.com');
    expect([await ask(first), await ask(second)]).toEqual([undefined, undefined]);
    expect(await ask(third)).toBeDefined();
    const [firstId, secondId, thirdId] = [first, second, third].map(SqlTokens.idOf);
    expect(entries.slice(-2)).toMatchObject([
      { event: 'token.rotated', tokenId: thirdId, replaces: [secondId] },
      { event: 'token.revoked', tokenId: firstId },
    ]);
    const fourth = await lastLine(`rotate --token ${third} --keep-old 24h`);
    await lastLine('revoke --email ann@example.com');
    expect([await ask(third), await ask(fourth)]).toEqual([undefined, undefined]);
    await storage.database.close();
  });

  it('records its changes, without tokens and email addresses', async () => {
    const { entries, storage, lastLine } = await commands();
    const first = await lastLine('create --credits 25 --email ann@example.com');
    const account = (await storage.accounts.findByToken(first))?.accountId;
    await lastLine(`grant --token ${first} --credits 5`);
    await lastLine(`balance --token ${first}`);
    await lastLine('tokens --email ann@example.com');
    const second = await lastLine(
      'issue --email ann@example.com --name crm --scopes read --ends 24h --max-credits-per-day 7',
    );
    const third = await lastLine(`rotate --token ${first}`);
    await lastLine(`revoke --token ${third}`);
    const fourth = await lastLine('rotate --email ann@example.com');
    await lastLine(`suspend --token ${fourth}`);
    await lastLine(`reinstate --token ${fourth}`);
    await lastLine('erase --email ann@example.com --yes');
    const [firstId, secondId, thirdId, fourthId] = [first, second, third, fourth].map(SqlTokens.idOf);
    expect(entries).toEqual([
      { event: 'account.created', account, credits: 25 },
      { event: 'credits.granted', account, credits: 5 },
      {
        ...{ event: 'token.issued', account, tokenId: secondId, scopes: ['read'], ends: expect.any(Date) },
        ...{ maxCreditsPerDay: 7, maxCreditsPerTask: null },
      },
      { event: 'token.rotated', account, tokenId: thirdId, replaces: [firstId], keptUntil: null },
      { event: 'token.revoked', account, tokenId: thirdId },
      { event: 'token.rotated', account, tokenId: fourthId, replaces: [secondId], keptUntil: null },
      { event: 'account.suspended', account },
      { event: 'account.reinstated', account },
      { event: 'account.erased', account, tasks: 0 },
    ]);
    await storage.database.close();
  });

  it.each([
    [
      'balance --token dp_1',
      'There is no account for this token (it may have been revoked) in this data folder.',
    ],
    ['balance --account 8e0f', 'There is no account for "8e0f" in this data folder.'],
    ['create --email nobody', '"nobody" is not an email address.'],
  ])('refuses "%s" in a sentence', async (line, sentence) => {
    const { storage, lastLine } = await commands();
    await expect(lastLine(line)).rejects.toMatchObject({ name: 'StartRefusal', message: sentence });
    await storage.database.close();
  });

  it('says that an address is taken', async () => {
    const { storage, lastLine } = await commands();
    await lastLine('create --email ann@example.com');
    await expect(lastLine('create --email Ann@Example.com')).rejects.toThrow(
      'Ann@Example.com already has an account.',
    );
    await storage.database.close();
  });
});
