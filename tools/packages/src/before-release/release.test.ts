import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeReleaseCopy, type ReleaseCopy } from '../release-copy.js';
import { libNames, type Manifest, packageFolders, readJson, readManifest } from '../workspace.js';

/** What was done since the release before: something in each library, and what users of the libraries need not know. */
const TITLES = [
  ...libNames().map((lib) => `${lib}: an effect on ${lib}`),
  'http, express: an effect on both',
  'bench, core: an effect on one',
  'bench, drills: an effect on tools',
  'docs: an effect on guides',
  'no title of the usual form',
];

async function copyWithCommits(): Promise<ReleaseCopy> {
  const copy = await makeReleaseCopy();
  for (const title of TITLES) await copy.commit(title);
  return copy;
}

describe('a dry run of a release', () => {
  let copy: ReleaseCopy;
  let output: string;
  beforeAll(async () => {
    copy = await copyWithCommits();
    output = await copy.release('7.8.9', '--dry-run', '--first-release');
  });
  afterAll(() => copy?.remove());

  it('shows what would change', () => {
    expect(output).toContain('+   "version": "7.8.9"');
    expect(output).toContain('+     "@dialproof/core": "7.8.9"');
    expect(output).toContain('+ - an effect on core');
  });

  it('changes nothing', async () => {
    expect(await copy.git('status', '--porcelain')).toBe('');
    expect(await copy.git('tag')).toBe('');
    expect(await copy.git('log', '-1', '--format=%s')).toBe(`${TITLES.at(-1)}\n`);
  });
});

describe('a release', () => {
  let copy: ReleaseCopy;
  beforeAll(async () => {
    copy = await copyWithCommits();
    await copy.release('7.8.9', '--first-release');
  });
  afterAll(() => copy?.remove());

  it('gives every package the version, and wants the others in that version', () => {
    const manifests = packageFolders(copy.folder).map((path) => readManifest(join(copy.folder, path)));
    expect(manifests.length).toBeGreaterThan(libNames().length);
    expect(manifests.filter(({ version }) => version !== '7.8.9')).toEqual([]);
    const ours = new Set(manifests.map(({ name }) => name));
    const wanted = manifests.flatMap(dependencies).filter(([name]) => ours.has(name));
    expect(wanted.filter(([, range]) => range !== '7.8.9')).toEqual([]);
  });

  it('keeps the lock file in step, so that npm ci takes it', () => {
    const lock = readJson<{ packages: Readonly<Record<string, Manifest>> }>(
      join(copy.folder, 'package-lock.json'),
    );
    for (const path of packageFolders(copy.folder)) {
      const manifest = readManifest(join(copy.folder, path));
      const locked = lock.packages[path];
      expect(locked?.version, path).toBe(manifest.version);
      expect(new Map(locked && dependencies(locked)), path).toEqual(new Map(dependencies(manifest)));
    }
  });

  it('writes down what each commit did to the libraries, by library', () => {
    const changelog = changelogOf(copy);
    expect(changelog).toMatch(/^## 7\.8\.9 /);
    for (const lib of libNames()) expect(section(changelog, lib), lib).toContain(`- an effect on ${lib}`);
    expect(section(changelog, 'http')).toContain('- an effect on both (also express)');
    expect(section(changelog, 'core')).toContain('- an effect on one');
    expect(changelog).not.toMatch(/tools|guides|title|workspace/);
  });

  it('commits everything under a tag of the version', async () => {
    expect(await copy.git('status', '--porcelain')).toBe('');
    expect(await copy.git('log', '-1', '--format=%s %D')).toBe(
      'workspace: version 7.8.9 HEAD -> main, tag: v7.8.9\n',
    );
  });
});

describe('a release after another', () => {
  it('takes the next minor version, and puts what was done since before the changelog', async () => {
    const copy = await makeReleaseCopy();
    onTestFinished(() => copy.remove());
    await copy.commit('core: an effect of old');
    await copy.release('7.8.9', '--first-release');
    await copy.commit('sql: an effect of now');
    await copy.release('minor');
    const releases = changelogOf(copy).split(/^## /m).slice(1);
    expect(releases).toEqual([
      expect.stringMatching(/^7\.9\.0 .*\n\n### sql\n\n- an effect of now\s*$/),
      expect.stringMatching(/^7\.8\.9 .*\n\n### core\n\n- an effect of old\s*$/),
    ]);
    expect(await copy.git('tag')).toBe('v7.8.9\nv7.9.0\n');
  });
});

function dependencies({ dependencies, devDependencies, peerDependencies }: Manifest): [string, string][] {
  return [dependencies, devDependencies, peerDependencies].flatMap((kind) => Object.entries(kind ?? {}));
}

function changelogOf({ folder }: ReleaseCopy): string {
  return readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
}

/** The lines below the heading of a library. */
function section(changelog: string, lib: string): string {
  return changelog.split(/^### /m).find((part) => part.startsWith(`${lib}\n`)) ?? '';
}
