import { cp, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputOf } from './run-process.js';
import { packageFolders, root } from './workspace.js';

const NX = join(root, 'node_modules/nx/dist/bin/nx.js');

/** A repository with the packages' manifests, in which a release can be tried: it has no remote to push to. */
export interface ReleaseCopy {
  readonly folder: string;
  /** Commits without a change. */
  commit(title: string): Promise<void>;
  /** Runs git and resolves to what it printed. */
  git(...args: readonly string[]): Promise<string>;
  /** Runs `nx release` and resolves to what it printed; rejects with that when it fails. */
  release(...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

export async function makeReleaseCopy(): Promise<ReleaseCopy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'dialproof-release-')));
  const git = (...args: readonly string[]) => outputOf('git', args, folder, environment());
  const nx = (...args: readonly string[]) => outputOf(process.execPath, [NX, ...args], folder, environment());
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await copyManifests(folder);
    await git('init', '--initial-branch', 'main');
    await git('add', '.');
    await git('commit', '--message', 'workspace: begins');
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    git,
    commit: async (title) => void (await git('commit', '--allow-empty', '--message', title)),
    release: (...args) => nx('release', ...args, '--skip-publish'),
    remove,
  };
}

async function copyManifests(folder: string): Promise<void> {
  const manifests = packageFolders(root).map((path) => join(path, 'package.json'));
  for (const path of ['package-lock.json', 'nx.json', 'tools/release', ...manifests]) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  await writeFile(join(folder, '.gitignore'), 'node_modules\n.nx\n');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/** The environment without variables that would lead nx or git to another folder, and without the user's own settings. */
function environment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(?:NX|GIT)_/.test(name));
  return {
    ...Object.fromEntries(others),
    NX_DAEMON: 'false',
    NO_COLOR: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Someone',
    GIT_AUTHOR_EMAIL: 'someone@example.com',
    GIT_COMMITTER_NAME: 'Someone',
    GIT_COMMITTER_EMAIL: 'someone@example.com',
  };
}
