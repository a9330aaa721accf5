import { parseArgs } from 'node:util';
import { SCOPES, type Scope, type TaskId, taskId } from '@dialproof/core';
import type { NewTokenOptions } from '@dialproof/sql';
import { parsedArguments, UsageError } from '../command-line/operator-command.js';

/** The selected account, in one of three ways. */
export type AccountSelector =
  | { readonly by: 'token'; readonly token: string }
  | { readonly by: 'email'; readonly email: string }
  | { readonly by: 'account'; readonly account: string };

export type AccountCommand =
  | { readonly name: 'help' }
  | { readonly name: 'create'; readonly credits: number; readonly email: string | undefined }
  | { readonly name: 'grant'; readonly of: AccountSelector; readonly credits: number }
  | {
      readonly name: 'show' | 'balance' | 'reinstate' | 'cancel-tasks' | 'revoke' | 'tokens' | 'erase';
      readonly of: AccountSelector;
    }
  | { readonly name: 'suspend'; readonly of: AccountSelector; readonly cancelTasks: boolean }
  | { readonly name: 'rotate'; readonly of: AccountSelector; readonly keepOldMs: number }
  | { readonly name: 'issue'; readonly of: AccountSelector; readonly token: NewTokenOptions }
  | { readonly name: 'export'; readonly of: AccountSelector; readonly folder: string }
  | { readonly name: 'erase-task'; readonly taskId: TaskId };

/** The text of `--help`. `call` returns the line that people type for arguments. */
export const accountHelp = (
  call: (args: string) => string,
) => `Manages the accounts of the server, also while it runs.

  ${call('create [--credits N] [--email A]   ')}creates an account; prints its token on the last line
  ${call('show WHO                           ')}shows how much data it has, without tokens and numbers
  ${call('export WHO --to FOLDER             ')}writes all its data into a new folder
  ${call('balance WHO                        ')}prints the available credits on the last line
  ${call('grant WHO --credits N              ')}adds credits; prints the new balance on the last line
  ${call('suspend WHO [--cancel-tasks]       ')}refuses all its requests; its tasks wait, or end
  ${call('reinstate WHO                      ')}ends the suspension: its tasks continue
  ${call('cancel-tasks WHO                   ')}cancels its unfinished tasks; what was verified is kept
  ${call('issue WHO                          ')}creates another token; prints it on the last line
  ${call('tokens WHO                         ')}lists its tokens, without their secrets
  ${call('rotate WHO                         ')}replaces its token, or all; prints the new one on the last line
  ${call('revoke WHO                         ')}revokes its token, or all
  ${call('erase WHO --yes                    ')}suspends it, and erases all its data but the ledger
  ${call('erase-task --task ID --yes         ')}erases a task that has ended: its rows, results and file's name

issue takes --name N, --scopes S and --ends 90d: scopes are read, verify, batch and admin, separated by commas; all without it. With
--max-credits-per-day N and --max-credits-per-task N it bounds the credits that the token's requests set aside.
rotate --keep-old 24h keeps the old token valid for that time, in h or d; it needs a token, to know which one.
WHO is one of: --token -, --token T, --email A, --account ID. Without any, it is the account of the token in DIALPROOF_TOKEN, which erase
does not take. With a token, rotate and revoke act on that token alone, else on each of the account. A new token has the name, the scopes, the
end and the caps of the one that it replaces; of several, a line before each says which one that is.
--token - reads the token from standard input. Avoid --token T: every user of this machine can read the arguments of a process.
DIALPROOF_DATA_DIR names the data folder (default ./data).`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  credits: { type: 'string' },
  email: { type: 'string' },
  token: { type: 'string' },
  account: { type: 'string' },
  'keep-old': { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string' },
  ends: { type: 'string' },
  'max-credits-per-day': { type: 'string' },
  'max-credits-per-task': { type: 'string' },
  task: { type: 'string' },
  to: { type: 'string' },
  yes: { type: 'boolean' },
  'cancel-tasks': { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];

/**
 * Reads the arguments of the account command. `ownToken` is the token of the environment, if there is one: it selects the account if the
 * arguments do not. Throws UsageError with a sentence.
 */
export function readAccountCommand(args: readonly string[], ownToken = ''): AccountCommand {
  const { values, positionals } = parse(args);
  const [name, ...others] = positionals;
  if (values.help === true || name === 'help') return { name: 'help' };
  if (name === undefined) throw new UsageError('No command was given: create, balance, grant, ...');
  if (others.length > 0) throw new UsageError(`"${others.join(' ')}" is not understood after ${name}.`);
  const allowed = Object.hasOwn(TAKEN, name) ? TAKEN[name as keyof typeof TAKEN] : undefined;
  if (allowed === undefined) throw new UsageError(`There is no command ${name}.`);
  allowOnly(name, values, allowed);
  return commandOf(name as keyof typeof TAKEN, values, ownToken);
}

const WHO = ['token', 'email', 'account'] as const;

/** The options that each command takes. */
const TAKEN = {
  create: ['credits', 'email'],
  grant: ['credits', ...WHO],
  show: WHO,
  balance: WHO,
  reinstate: WHO,
  'cancel-tasks': WHO,
  revoke: WHO,
  tokens: WHO,
  suspend: [...WHO, 'cancel-tasks'],
  export: [...WHO, 'to'],
  rotate: [...WHO, 'keep-old'],
  issue: [...WHO, 'name', 'scopes', 'ends', 'max-credits-per-day', 'max-credits-per-task'],
  erase: [...WHO, 'yes'],
  'erase-task': ['task', 'yes'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof OPTIONS)[]>>;

function commandOf(name: keyof typeof TAKEN, values: Values, ownToken: string): AccountCommand {
  const selected = () => selectorOf(name, values, ownToken);
  switch (name) {
    case 'create':
      return { name, credits: creditsOf(values.credits ?? '0'), email: values.email };
    case 'grant':
      if (values.credits === undefined) throw new UsageError('grant needs --credits N.');
      return { name, of: selected(), credits: creditsOf(values.credits) };
    case 'suspend':
      return { name, of: selected(), cancelTasks: values['cancel-tasks'] === true };
    case 'export':
      if (values.to === undefined || values.to === '') throw new UsageError('export needs --to FOLDER.');
      return { name, of: selected(), folder: values.to };
    case 'rotate':
      return { name, ...rotationOf(selected(), values['keep-old']) };
    case 'issue':
      return { name, of: selected(), token: newTokenOptions(values, Date.now()) };
    case 'erase':
      assertConfirmed(name, values);
      // Irreversible actions need an explicit account: a token may have been in the environment for long.
      return { name, of: selectorOf(name, values, '') };
    case 'erase-task':
      assertConfirmed(name, values);
      return { name, taskId: taskIdOf(values.task) };
    default:
      return { name, of: selected() };
  }
}

function parse(args: readonly string[]) {
  return parsedArguments(() => parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true }));
}

function allowOnly(name: string, values: Values, allowed: readonly string[]): void {
  const unknown = Object.keys(values).filter((option) => !allowed.includes(option));
  if (unknown.length > 0) throw new UsageError(`${name} takes no --${unknown.join(' and no --')}.`);
}

function assertConfirmed(name: string, { yes }: Values): void {
  if (yes !== true) throw new UsageError(`${name} needs --yes: what it erases cannot be restored.`);
}

function taskIdOf(text: string | undefined): TaskId {
  if (text === undefined || text === '') throw new UsageError('erase-task needs --task ID.');
  return taskId(text);
}

function rotationOf(of: AccountSelector, keepOld: string | undefined) {
  if (keepOld === undefined) return { of, keepOldMs: 0 };
  if (of.by !== 'token') throw new UsageError('--keep-old needs a token, to know which one is kept.');
  return { of, keepOldMs: durationOf('--keep-old', keepOld) };
}

function creditsOf(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new UsageError(`--credits is "${text}", expected a whole number, 0 or more.`);
}

function selectorOf(name: string, { token, email, account }: Values, ownToken: string): AccountSelector {
  const given: AccountSelector[] = [];
  if (token !== undefined) given.push({ by: 'token', token });
  if (email !== undefined) given.push({ by: 'email', email });
  if (account !== undefined) given.push({ by: 'account', account });
  if (given.length === 0 && ownToken !== '') return { by: 'token', token: ownToken };
  const [only, ...others] = given;
  if (only !== undefined && others.length === 0) return only;
  throw new UsageError(
    `${name} needs one of --token T, --email A and --account ID, to know which account is meant.`,
  );
}

/** The options of a new token, from the arguments. Throws UsageError. */
function newTokenOptions({ name, scopes, ends, ...values }: Values, now: number): NewTokenOptions {
  const { 'max-credits-per-day': perDay, 'max-credits-per-task': perTask } = values;
  return {
    ...(name === undefined ? {} : { name }),
    ...(scopes === undefined ? {} : { scopes: scopes.split(',').map((scope) => scopeOf(scope.trim())) }),
    ...(ends === undefined ? {} : { expiresAt: now + durationOf('--ends', ends) }),
    ...(perDay === undefined ? {} : { maxCreditsPerDay: capOf('--max-credits-per-day', perDay) }),
    ...(perTask === undefined ? {} : { maxCreditsPerTask: capOf('--max-credits-per-task', perTask) }),
  };
}

/** Hours or days in milliseconds. Throws UsageError that names the option. */
function durationOf(option: string, written: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([hd])$/.exec(written) ?? [];
  if (count === undefined)
    throw new UsageError(`${option} is "${written}", expected hours or days as 24h or 7d.`);
  return Number(count) * (unit === 'd' ? 24 : 1) * 3_600_000;
}

function capOf(option: string, written: string): number {
  if (/^[1-9]\d{0,14}$/.test(written)) return Number(written);
  throw new UsageError(`${option} is "${written}", expected a whole number from 1.`);
}

function scopeOf(written: string): Scope {
  const scope = SCOPES.find((known) => known === written);
  if (scope !== undefined) return scope;
  throw new UsageError(
    `--scopes has "${written}", expected some of ${SCOPES.join(', ')}, separated by commas.`,
  );
}
