import { describe, expect, it } from 'vitest';
import { folderOf, runCheck } from './checked-folder.fixture.js';

const SOUND = {
  '': { name: 'dialproof', version: '0.1.0' },
  'libs/core': { version: '0.1.0' },
  'node_modules/@dialproof/core': { resolved: 'libs/core', link: true },
  'node_modules/nx': {
    version: '23.2.1',
    integrity: 'sha512-x',
    optionalDependencies: { '@nx/linux': '23.2.1' },
  },
  'node_modules/nx/node_modules/@nx/linux': { version: '23.2.1', integrity: 'sha512-x', optional: true },
};

function check(changes: object) {
  return runCheck('lock-file.mjs', folderOf({ 'package-lock.json': { packages: { ...SOUND, ...changes } } }));
}

describe('the check of the lock file', () => {
  it('has nothing against versions, hashes and every optional package', () => {
    expect(check({})).toEqual({ code: 0, stdout: '5 entries, 0 problems\n', stderr: '' });
  });

  it.each<[string, object, string]>([
    [
      'an address',
      {
        'node_modules/x': { version: '1.0.0', integrity: 'sha512-x', resolved: 'https://example.com/x.tgz' },
      },
      'node_modules/x names the address https://example.com/x.tgz',
    ],
    ['no hash', { 'node_modules/x': { version: '1.0.0' } }, 'node_modules/x has no hash'],
    [
      'no build for a kind of machine',
      {
        'node_modules/x': {
          version: '1.0.0',
          integrity: 'sha512-x',
          optionalDependencies: { 'x-darwin': '1.0.0' },
        },
      },
      'node_modules/x lacks x-darwin',
    ],
  ])('refuses a package with %s', (_what, entry, problem) => {
    const outcome = { code: 1, stdout: '6 entries, 1 problems\n', stderr: `package-lock.json: ${problem}\n` };
    expect(check(entry)).toEqual(outcome);
  });

  it.each<[string, object, string]>([
    ['is missing', {}, 'libs/sql is missing, run npm install'],
    [
      'needs something else',
      { 'libs/sql': { dependencies: { pg: '^7.0.0' } } },
      'libs/sql has other dependencies than its package.json, run npm install',
    ],
  ])('refuses a workspace that %s', (_what, entry, problem) => {
    const packages = { '': { workspaces: ['libs/*'] }, ...entry };
    const folder = folderOf({
      'package-lock.json': { packages },
      'libs/sql/package.json': { dependencies: { pg: '^8.0.0' } },
    });
    const { code, stderr } = runCheck('lock-file.mjs', folder);
    expect([code, stderr]).toEqual([1, `package-lock.json: ${problem}\n`]);
  });
});
