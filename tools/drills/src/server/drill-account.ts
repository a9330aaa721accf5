import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ACCOUNT_MAIN } from './server-files.js';

/** An account of the drill. */
export interface DrillAccount {
  readonly token: string;
  /** Its granted credits. */
  readonly credits: number;
}

const run = promisify(execFile);

/** Opens an account with the account command, whose last line is the token. */
export async function openAccount(
  environment: NodeJS.ProcessEnv,
  credits: number,
  command = ACCOUNT_MAIN,
): Promise<DrillAccount> {
  const { stdout } = await run(process.execPath, [command, 'create', '--credits', String(credits)], {
    env: environment,
    timeout: 20_000,
  });
  const token = stdout.trimEnd().split('\n').at(-1) ?? '';
  if (!/^\S+$/.test(token)) throw new Error(`the account command printed no token but "${token}"`);
  return { token, credits };
}
