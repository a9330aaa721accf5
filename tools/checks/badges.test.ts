import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, runCheck } from './checked-folder.fixture.js';

const MANIFEST = { engines: { node: '>=22' }, license: 'MIT' };
const README =
  '![Node.js: >=22](docs/badges/node.svg) ![TypeScript: strict](docs/badges/typescript.svg) ![licence: MIT](docs/badges/licence.svg)\n';

/** The output of the check for a project whose badges were right, after these files were changed. */
function checkAfter(changes: Readonly<Record<string, string | object>>) {
  const folder = folderOf({
    'package.json': MANIFEST,
    'tsconfig.base.json': { compilerOptions: { strict: true } },
    'libs/core/package.json': MANIFEST,
    'README.md': README,
  });
  expect(runCheck('badges.mjs', folder, ['--write']).code).toBe(0);
  for (const [path, content] of Object.entries(changes))
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  const { code, stderr } = runCheck('badges.mjs', folder);
  return { code, problems: stderr.trim().split('\n') };
}

describe('the check of the badges', () => {
  it('finds nothing where they say what the manifests say', () => {
    expect(checkAfter({})).toEqual({ code: 0, problems: [''] });
  });

  it.each<[string, Readonly<Record<string, string | object>>, string]>([
    [
      'a picture of another version of Node',
      { 'package.json': { ...MANIFEST, engines: { node: '>=24' } } },
      'docs/badges/node.svg is out of date, run with --write',
    ],
    [
      'a picture of strict types that are not',
      { 'tsconfig.base.json': { compilerOptions: {} } },
      'docs/badges/typescript.svg is out of date, run with --write',
    ],
    [
      'a text that says something else than its picture',
      { 'README.md': README.replace('MIT', 'ISC') },
      'README.md lacks ![licence: MIT](docs/badges/licence.svg)',
    ],
    [
      'a package with another licence',
      { 'libs/core/package.json': { ...MANIFEST, license: 'ISC' } },
      'libs/core has the licence ISC',
    ],
    [
      'a package for other versions of Node',
      { 'libs/core/package.json': { ...MANIFEST, engines: { node: '>=24' } } },
      'libs/core runs on Node >=24',
    ],
  ])('refuses %s', (_what, changes, problem) => {
    const { code, problems } = checkAfter(changes);
    expect(code).toBe(1);
    expect(problems).toContain(problem);
  });
});
