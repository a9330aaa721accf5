import { text } from 'node:stream/consumers';
import { type AccountId, accountId, isDialproofError } from '@dialproof/core';
import type { Account } from '@dialproof/sql';
import type { RecordAction } from '../audit/open-audit-log.js';
import { counted, type OperatorCommand, UsageError, withStorage } from '../command-line/operator-command.js';
import { StartRefusal } from '../settings/setting-variable.js';
import type { Storage } from '../storage/storage.js';
import {
  type AccountCommand,
  type AccountSelector,
  accountHelp,
  readAccountCommand,
} from './account-command.js';
import { eraseAccount, eraseTask, exportAccount } from './personal-data.js';
import { issueToken, listTokens, revokeTokens, rotateTokens, showAccount } from './token-actions.js';

type Action = Exclude<AccountCommand, { readonly name: 'help' }>;

export const accountCommand: OperatorCommand = {
  name: 'account',
  help: (commandLine) => accountHelp((args) => commandLine('account', args)),
  async run(args, path) {
    const named = readAccountCommand(args, process.env['DIALPROOF_TOKEN']);
    const command = await withGivenToken(named, process.stdin);
    if (command.name === 'help') return undefined;
    const action = command.name === 'export' ? { ...command, folder: path(command.folder) } : command;
    return withStorage((storage, record) => doAccountCommand(storage, action, record));
  },
};

/** Runs the command, records it, and resolves to the lines to print. Rejects with StartRefusal, in a sentence. */
export async function doAccountCommand(
  storage: Storage,
  command: Action,
  record: RecordAction,
): Promise<readonly string[]> {
  const { accounts, ledger, store } = storage;
  if (command.name === 'create') return create(storage, command, record);
  if (command.name === 'erase-task') return eraseTask(storage, command.taskId, record);
  // Also for an account that no longer exists.
  if (command.name === 'erase' && command.of.by === 'account' && command.of.account !== '') {
    return eraseAccount(storage, accountId(command.of.account), record);
  }
  const account = await findAccount(storage, command.of);
  const id = account.accountId;
  switch (command.name) {
    case 'show':
      return showAccount(storage, account);
    case 'export':
      return exportAccount(storage, account, command.folder, record);
    case 'balance':
      return balanceLines(storage, id);
    case 'grant':
      await ledger.grant(id, command.credits, 'granted by the operator');
      record({ event: 'credits.granted', account: id, credits: command.credits });
      return balanceLines(storage, id);
    case 'suspend':
      await accounts.suspend(id);
      await store.suspendAccount(id);
      record({ event: 'account.suspended', account: id });
      return [
        `Account ${id} is suspended, and its tasks wait.`,
        ...(command.cancelTasks ? await cancelTasks(storage, id, record) : []),
      ];
    case 'reinstate':
      await store.reinstateAccount(id);
      await accounts.reinstate(id);
      record({ event: 'account.reinstated', account: id });
      return [`Account ${id} is no longer suspended.`];
    case 'cancel-tasks':
      return cancelTasks(storage, id, record);
    case 'rotate':
      return rotateTokens(storage, command, id, record);
    case 'revoke':
      return revokeTokens(storage, command.of, id, record);
    case 'issue':
      return issueToken(storage, command.token, id, record);
    case 'tokens':
      return listTokens(storage, id);
    case 'erase':
      return eraseAccount(storage, id, record);
    default:
      return command satisfies never;
  }
}

/** Makes all unfinished tasks of an account fail. Workers end them within moments, and charge what was verified. */
async function cancelTasks(
  { store }: Storage,
  accountId: AccountId,
  record: RecordAction,
): Promise<string[]> {
  let cancelled = 0;
  for (const status of ['queued', 'processing'] as const) {
    for (let cursor: string | null = null; ; ) {
      const page = await store.list({ accountId, status, cursor, limit: 100, fileName: null });
      for (const { taskId } of page.tasks) await store.fail(taskId, 'cancelled');
      cancelled += page.tasks.length;
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
  }
  record({ event: 'tasks.cancelled', account: accountId, tasks: cancelled });
  return [`${counted(cancelled, 'unfinished task')} of account ${accountId} cancelled.`];
}

async function create(
  { accounts }: Storage,
  { credits, email }: Action & { name: 'create' },
  record: RecordAction,
): Promise<string[]> {
  const note = 'granted by the operator';
  try {
    const created = await accounts.create({ credits, note, ...(email === undefined ? {} : { email }) });
    record({ event: 'account.created', account: created.accountId, credits });
    return [
      `Account ${created.accountId} with ${credits} credits. Its token, shown only once:`,
      created.token,
    ];
  } catch (error) {
    if (isDialproofError(error, 'email_taken')) throw new StartRefusal(`${email} already has an account.`);
    if (isDialproofError(error, 'invalid_email'))
      throw new StartRefusal(`"${email}" is not an email address.`);
    throw error;
  }
}

async function findAccount({ accounts }: Storage, selector: AccountSelector): Promise<Account> {
  const found = await findBy(accounts, selector);
  if (found !== undefined) return found;
  const account =
    selector.by === 'token'
      ? 'this token (it may have been revoked)'
      : `"${selector.by === 'email' ? selector.email : selector.account}"`;
  throw new StartRefusal(`There is no account for ${account} in this data folder.`);
}

function findBy(accounts: Storage['accounts'], selector: AccountSelector): Promise<Account | undefined> {
  switch (selector.by) {
    case 'token':
      return accounts.findByToken(selector.token);
    case 'email':
      return accounts.findByEmail(selector.email);
    case 'account':
      return selector.account === ''
        ? Promise.resolve(undefined)
        : accounts.find(accountId(selector.account));
    default:
      return selector satisfies never;
  }
}

async function balanceLines({ ledger }: Storage, id: AccountId): Promise<string[]> {
  const { available, held } = await ledger.balance(id);
  return [`Account ${id} has ${held} credits held, and available:`, String(available)];
}

/** Stands for a token that comes from standard input. */
const STANDARD_INPUT = '-';

/**
 * The command with the token from standard input, if the arguments have `--token -`: every user of a machine can read the arguments of its
 * processes. Rejects with UsageError if standard input has none.
 */
export async function withGivenToken(
  command: AccountCommand,
  input: NodeJS.ReadableStream,
): Promise<AccountCommand> {
  if (!('of' in command) || command.of.by !== 'token' || command.of.token !== STANDARD_INPUT) return command;
  const token = (await text(input)).trim();
  if (token === '') throw new UsageError('--token - found no token on standard input.');
  return { ...command, of: { by: 'token', token } };
}
