import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// A path and no import: the server is run as its users run it, never loaded into this process.
const built = new URL('../../../../examples/standalone-server/dist/', import.meta.url);

/** The built server, and the built command lines for its accounts and backups. */
export const SERVER_MAIN = fileURLToPath(new URL('main.js', built));
export const ACCOUNT_MAIN = fileURLToPath(new URL('accounts/account-main.js', built));
export const BACKUP_MAIN = fileURLToPath(new URL('backup/backup-main.js', built));
export const RESTORE_MAIN = fileURLToPath(new URL('backup/restore-main.js', built));

/** Throws an error that says what to do when the server has not been built. */
export function assertServerIsBuilt(): void {
  for (const file of [SERVER_MAIN, ACCOUNT_MAIN, BACKUP_MAIN, RESTORE_MAIN]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: build first, with npx tsc -b`);
  }
}
