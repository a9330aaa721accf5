import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The built programs of a revision. */
export interface Programs {
  /** The file of the command `dialproof-server`. */
  readonly command: string;
}

/** The root of this repository. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The page without which the server refuses to start. */
export const PAGE = 'libs/dashboard/dist/page';

/** The programs below the root of a built repository. They run as for their users, and are never loaded into this process. */
export function programsIn(root: string): Programs {
  return { command: `${root}libs/server/dist/command-line/main.js` };
}

/** The programs of this repository. Throws an error with instructions if they have not been built. */
export function builtPrograms(): Programs {
  const programs = programsIn(ROOT);
  for (const file of [programs.command, `${ROOT}${PAGE}/index.html`]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: build first, with npm run build`);
  }
  return programs;
}
