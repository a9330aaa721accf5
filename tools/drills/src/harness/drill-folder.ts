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
  /** Everything that the processes of the drill print. */
  readonly logFile: string;
  remove(): void;
}

/** Makes a folder. `data` may be elsewhere. */
export function makeDrillFolder(data?: string): DrillFolder {
  const path = mkdtempSync(join(tmpdir(), 'dialproof-drill-'));
  const temporary = join(path, 'temporary');
  const dataFolder = data ?? join(path, 'data');
  for (const folder of [dataFolder, temporary]) mkdirSync(folder, { mode: 0o700, recursive: true });
  return {
    path,
    data: dataFolder,
    databaseFile: join(dataFolder, 'dialproof.sqlite'),
    temporary,
    logFile: join(path, 'log'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Files that a stopped server leaves behind, except its database, its audit log and its empty lock files. */
export function leftoverFiles({ data, temporary }: DrillFolder): readonly string[] {
  const known = ['dialproof.sqlite', 'dialproof.lock', 'first-account.lock', 'audit.log'].map((name) =>
    join(data, name),
  );
  return [data, temporary]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !known.includes(file));
}

/** Lines of the log at the level error and above, except for failed checks: the sandbox fails some on purpose. */
export function loggedErrors({ logFile }: DrillFolder): readonly string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /^\{"level":[56]0/.test(line) && !line.includes('"kind":"check_failed"'));
}
