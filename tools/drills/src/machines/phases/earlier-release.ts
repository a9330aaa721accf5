import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DrillFailure } from '../../drill-failure.js';
import type { Programs } from '../fleet/fleet.js';

/** The built programs of an earlier revision, in a separate folder. */
export interface EarlierRelease {
  readonly revision: string;
  readonly programs: Programs;
  remove(): void;
}

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const MIGRATIONS = 'libs/sql/src/migrations';
/** The page of a server, which does not start without it. */
const PAGE = 'libs/dashboard/dist/page';
/** A revision without it has no server over PostgreSQL. */
const MANY_MACHINES = 'examples/standalone-server/src/settings/many-machines.ts';
const run = promisify(execFile);

/**
 * The newest revision whose schema is older than this one's. If that revision has no server over PostgreSQL, the first one that has.
 * Undefined outside of a clone, or in one whose history is too short.
 */
export async function earlierRevision(): Promise<string | undefined> {
  const addedMigrations = await revisions(['--diff-filter=A', '--', `${MIGRATIONS}/0*.ts`]);
  const [newest] = addedMigrations;
  if (newest === undefined) return undefined;
  const before = `${newest}^`;
  if (await git(['cat-file', '-e', `${before}:${MANY_MACHINES}`]).then(isThere, isMissing)) return before;
  return (await revisions(['--diff-filter=A', '--', MANY_MACHINES])).at(-1);
}

/** Builds a revision with the installed packages of this one. */
export async function buildEarlierRelease(revision: string): Promise<EarlierRelease> {
  const folder = mkdtempSync(join(tmpdir(), 'dialproof-before-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const id = (await git(['rev-parse', '--short', revision])).trim();
    const archive = join(folder, 'archive.tar');
    await git(['archive', `--output=${archive}`, revision, '--', '.']);
    await run('tar', ['-xf', archive, '-C', folder]);
    linkPackages(folder);
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler, '-b', 'examples/standalone-server'], { cwd: folder });
    // The page of this revision will do, since no one views it.
    cpSync(join(ROOT, PAGE), join(folder, PAGE), { recursive: true });
    const built = (path: string) => join(folder, 'examples/standalone-server/dist', path);
    const programs = {
      server: { file: built('main.js'), portVariable: 'PORT' },
      worker: { file: built('worker/worker-main.js'), portVariable: 'DIALPROOF_WORKER_PORT' },
      account: built('accounts/account-main.js'),
    };
    return { revision: id, programs, remove };
  } catch (error) {
    remove();
    throw new DrillFailure(`${revision} cannot be built: ${messageOf(error)}`, { cause: error });
  }
}

/** Links the installed packages, except the workspace's own, which are those of the earlier revision. */
function linkPackages(folder: string): void {
  const installed = join(ROOT, 'node_modules');
  const own = join(folder, 'node_modules');
  mkdirSync(join(own, '@dialproof'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@dialproof') symlinkSync(join(installed, name), join(own, name));
  }
  for (const name of readdirSync(join(installed, '@dialproof'))) {
    const target = join(installed, '@dialproof', readlinkSync(join(installed, '@dialproof', name)));
    symlinkSync(join(folder, relative(ROOT, target)), join(own, '@dialproof', name));
  }
}

async function revisions(args: readonly string[]): Promise<string[]> {
  const log = await git(['log', '--format=%H', ...args]).catch(() => '');
  return log.split('\n').filter((line) => line !== '');
}

async function git(args: readonly string[]): Promise<string> {
  return (await run('git', args, { cwd: ROOT, maxBuffer: 64 * 1_024 * 1_024 })).stdout;
}

const isThere = () => true;
const isMissing = () => false;

function messageOf(error: unknown): string {
  const { stderr, stdout } = Object(error) as { stderr?: string; stdout?: string };
  return [stdout, stderr, error instanceof Error ? error.message : String(error)].find(Boolean) ?? '';
}
