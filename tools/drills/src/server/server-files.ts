import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// A path instead of an import: the server runs as for its users, and is never loaded into this process.
const built = new URL('../../../../examples/standalone-server/dist/', import.meta.url);

/** The page without which the server refuses to start. */
const DASHBOARD_PAGE = fileURLToPath(
  new URL('../../../../libs/dashboard/dist/page/index.html', import.meta.url),
);

/** The built server, its worker, and the built command lines for its accounts, backups and migrations. */
export const SERVER_MAIN = fileURLToPath(new URL('main.js', built));
export const WORKER_MAIN = fileURLToPath(new URL('worker/worker-main.js', built));
export const MIGRATE_MAIN = fileURLToPath(new URL('migrate/migrate-main.js', built));
export const ACCOUNT_MAIN = fileURLToPath(new URL('accounts/account-main.js', built));
export const BACKUP_MAIN = fileURLToPath(new URL('backup/backup-main.js', built));
export const RESTORE_MAIN = fileURLToPath(new URL('backup/restore-main.js', built));

/** A built program that reports its readiness on `/readyz` of a port. */
export interface ServedProgram {
  readonly file: string;
  /** The environment variable for its port. */
  readonly portVariable: string;
}

export const SERVER: ServedProgram = { file: SERVER_MAIN, portVariable: 'PORT' };
export const WORKER: ServedProgram = { file: WORKER_MAIN, portVariable: 'DIALPROOF_WORKER_PORT' };

/** Throws an error with instructions if the server has not been built. */
export function assertServerIsBuilt(): void {
  for (const file of [SERVER_MAIN, WORKER_MAIN, MIGRATE_MAIN, ACCOUNT_MAIN, BACKUP_MAIN, RESTORE_MAIN]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: build first, with npx tsc -b`);
  }
  if (!existsSync(DASHBOARD_PAGE)) {
    throw new Error(`${DASHBOARD_PAGE} is missing: build it, with npm run build`);
  }
}
