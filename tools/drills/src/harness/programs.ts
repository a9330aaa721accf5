import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A built program that reports its readiness on `/readyz` of a port. */
export interface Program {
  readonly file: string;
  /** The environment variable for its port. */
  readonly portVariable: string;
}

/** The built programs of a revision. */
export interface Programs {
  readonly server: Program;
  readonly worker: Program;
  /** The files of command lines. */
  readonly account: string;
  readonly migrate: string;
  readonly backup: string;
  readonly restore: string;
}

/** The root of this repository. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The page without which the server refuses to start. */
export const PAGE = 'libs/dashboard/dist/page';

/** The programs below the root of a built repository. They run as for their users, and are never loaded into this process. */
export function programsIn(root: string): Programs {
  const built = (path: string) => `${root}examples/standalone-server/dist/${path}`;
  return {
    server: { file: built('main.js'), portVariable: 'PORT' },
    worker: { file: built('worker/worker-main.js'), portVariable: 'DIALPROOF_WORKER_PORT' },
    account: built('accounts/account-main.js'),
    migrate: built('migrate/migrate-main.js'),
    backup: built('backup/backup-main.js'),
    restore: built('backup/restore-main.js'),
  };
}

/** The programs of this repository. Throws an error with instructions if they have not been built. */
export function builtPrograms(): Programs {
  const programs = programsIn(ROOT);
  for (const file of [programs.server.file, programs.restore, `${ROOT}${PAGE}/index.html`]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: build first, with npm run build`);
  }
  return programs;
}
