import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, it } from 'vitest';
import type { PackedLib } from '../packed-lib.js';
import { libNames, readManifest, root } from '../workspace.js';
import { packedLibs } from './packed.fixture.js';

/** The sizes of tarballs, some fifth above those of today. */
const DEFAULT_LIMIT_KIB = 30;
const LIMITS_KIB: Readonly<Record<string, number>> = {
  checkers: 130,
  client: 100,
  core: 420,
  dashboard: 75,
  http: 120,
  server: 95,
  sql: 170,
  testkit: 180,
};

const packed = await packedLibs();

describe.each(libNames())('the tarball of libs/%s', (lib) => {
  function tarball(): PackedLib {
    const found = packed.libs.find((one) => one.lib === lib);
    if (found === undefined) throw new Error(`npm has not packed @dialproof/${lib}`);
    return found;
  }

  it('holds the bundles, the declarations, the licence and the README, and nothing else', () => {
    const { files, manifest } = tarball();
    const isMeant = (path: string) =>
      /^(?:LICENSE|README\.md|package\.json|dist\/.*(?<!\.test|\.fixture)\.(?:js|d\.ts)|dist\/page\/.*)$/.test(
        path,
      ) || manifest.files?.includes(path);
    const paths = [...files.keys()];
    expect(paths.filter((path) => !isMeant(path))).toEqual([]);
    // What is missing of the others, compilers and programs find.
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']),
    );
  });

  it('carries the licence of the project', () => {
    expect(tarball().files.get('LICENSE')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });

  it('says what it is', () => {
    const { manifest } = tarball();
    const { version, license, engines } = readManifest(root);
    expect(manifest).toMatchObject({ name: `@dialproof/${lib}`, version, license, engines });
    expect(manifest.description).toMatch(/^[A-Z].{10,}\.$/);
    expect(manifest.keywords).toContain('dialproof');
    expect(manifest.private).toBeUndefined();
  });

  it('says where it comes from, and needs nothing of the workspace', () => {
    const { repository, author, version } = readManifest(root);
    const { manifest } = tarball();
    expect(manifest).toMatchObject({
      author,
      homepage: `${repository}/tree/v${version}/libs/${lib}#readme`,
      repository: { type: 'git', url: `git+${repository}.git`, directory: `libs/${lib}` },
      bugs: `${repository}/issues`,
      publishConfig: { access: 'public', provenance: true },
    });
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('scripts');
  });

  it('has a README whose links work outside of the repository', () => {
    const readme = tarball().files.get('README.md') ?? '';
    const prose = readme.replaceAll(/^```[\s\S]*?^```/gm, '');
    const targets = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !/^(?:https:|#)/.test(target))).toEqual([]);
  });

  it('is no larger than expected', () => {
    expect(tarball().tarball.byteLength / 1_024).toBeLessThan(LIMITS_KIB[lib] ?? DEFAULT_LIMIT_KIB);
  });

  it('wants the other packages in exactly the version of its own', () => {
    const { dependencies, peerDependencies, version } = tarball().manifest;
    const ours = Object.entries({ ...dependencies, ...peerDependencies }).filter(([name]) =>
      name.startsWith('@dialproof/'),
    );
    expect(ours.filter(([, range]) => range !== version)).toEqual([]);
  });

  it('loads without an effect, as it says to bundlers', () => {
    expect(tarball().manifest.sideEffects).toBe(false);
    const code = [...tarball().files].filter(
      ([path]) => path.endsWith('.js') && !path.startsWith('dist/page/'),
    );
    expect(code.filter(([, text]) => /^import ['"]/m.test(text)).map(([path]) => path)).toEqual([]);
  });

  it('is clean for publint', async () => {
    const { buffer } = tarball().tarball;
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('is found with its types by every way of resolution', async () => {
    const result = await checkPackage(tarball().package);
    if (result.types === false) throw new Error('it has no types');
    // That a CommonJS file finds an ES module is meant: every Node that the packages run on can require one, and compilers know it
    // (`module: nodenext`). A second build for CommonJS would bring two copies of every class into one process.
    const unwanted = result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM');
    expect(unwanted).toEqual([]);
  });
});
