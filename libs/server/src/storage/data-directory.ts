import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefusal } from '../settings/start-refusal.js';

export interface DataDirectory {
  readonly databaseFile: string;
  /** Held by the one server that works on this folder. */
  readonly lockFile: string;
  /** Held by the process that makes the first account and shows its token. */
  readonly firstAccountLockFile: string;
  /** It exists until the token of the first account was shown. */
  readonly unshownTokenFile: string;
  /** Uploaded workbooks while they are read. */
  readonly uploads: string;
}

/** Makes the folder if it is missing. Throws StartRefusal when it cannot be made or written. */
export function openDataDirectory(path: string): DataDirectory {
  try {
    // Only for this user: the database holds customers' numbers.
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
    mkdirSync(join(path, 'uploads'), { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new StartRefusal(
      `The data folder ${path} cannot be written (${code}). Choose another one: DIALPROOF_DATA_DIR=<folder>`,
    );
  }
  return {
    databaseFile: join(path, 'dialproof.sqlite'),
    lockFile: join(path, 'dialproof.lock'),
    firstAccountLockFile: join(path, 'first-account.lock'),
    unshownTokenFile: join(path, 'first-token-not-shown'),
    uploads: join(path, 'uploads'),
  };
}

/** Its permissions in octal digits if other users may read or change the folder; undefined if they may not. */
export function openToOthers(path: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const mode = statSync(path).mode & 0o777;
  return (mode & 0o077) === 0 ? undefined : mode.toString(8);
}
