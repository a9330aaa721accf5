import { text } from 'node:stream/consumers';
import { UsageError } from '../command-line/operator-command.js';
import type { AccountCommand } from './account-command.js';

/** In place of a token: it comes from standard input. */
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
