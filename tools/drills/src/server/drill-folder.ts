import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder for everything that a drill writes. */
export interface DrillFolder {
  readonly path: string;
  /** The server's data folder, and its database in it. */
  readonly data: string;
  readonly databaseFile: string;
  /** The server's folder for temporary files. */
  readonly temporary: string;
  readonly logFile: string;
  /** For copies of the database. */
  readonly copies: string;
  remove(): void;
}

export function makeDrillFolder(): DrillFolder {
  const path = mkdtempSync(join(tmpdir(), 'dialproof-drill-'));
  const data = join(path, 'data');
  const temporary = join(path, 'temporary');
  const copies = join(path, 'copies');
  for (const folder of [data, temporary, copies]) mkdirSync(folder, { mode: 0o700 });
  return {
    path,
    data,
    databaseFile: join(data, 'dialproof.sqlite'),
    temporary,
    logFile: join(path, 'server.log'),
    copies,
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Files that a stopped server leaves behind, except its database, its audit log and its empty lock files. */
export function leftoverFiles({ data, temporary }: DrillFolder): readonly string[] {
  const files = [data, temporary].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const known = ['dialproof.sqlite', 'dialproof.lock', 'first-account.lock', 'audit.log'].map((name) =>
    join(data, name),
  );
  return files.filter((file) => !known.includes(file));
}

/** Lines of the log at the level error and above, except for failed checks: the sandbox fails some on purpose. */
export function loggedErrors({ logFile }: DrillFolder): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /^\{"level":[56]0/.test(line) && !line.includes('"kind":"check_failed"'));
}
