import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, folderOf, runCheck } from './checked-folder.fixture.js';

const ROOT = join(import.meta.dirname, '../..');

function fenced(words: string, ...lines: readonly string[]): string {
  return `# It\n\n\`\`\`${words}\n${lines.join('\n')}\n\`\`\`\n`;
}

/** A workspace that has the compiler and the types of Node, and one README in each place that there is for them. */
function check(changes: Files) {
  const folder = folderOf({
    'README.md': fenced('ts', "import { sep } from 'node:path';", 'export const text: string = sep;'),
    'libs/core/README.md': fenced('sh', 'this is no TypeScript'),
    'examples/shop/README.md': '# Nothing to compile\n',
    'docs/guide.md': fenced('ts run', 'if (Number("1") !== 1) process.exit(1);'),
    'tsconfig.base.json': readFileSync(join(ROOT, 'tsconfig.base.json'), 'utf8'),
    ...changes,
  });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['typescript', '@types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  mkdirSync(join(folder, 'node_modules/.dialproof'));
  const outcome = runCheck('readme-snippets.mjs', folder);
  expect(readdirSync(join(folder, 'node_modules/.dialproof'))).toEqual([]);
  return outcome;
}

describe('the check of snippets', () => {
  it('has nothing against those that compile and, where they say so, run', () => {
    expect(check({})).toEqual({ code: 0, stdout: '2 snippets, 1 of them to be run\n', stderr: '' });
  });

  it('refuses those that do not compile, by the lines that they have in each document', () => {
    const wrong = fenced('ts', 'const sound = 1;', "const count: number = 'one';");
    const paths = ['README.md', 'libs/core/README.md', 'examples/shop/README.md', 'docs/guide.md'];
    const { code, stdout } = check(Object.fromEntries(paths.map((path) => [path, wrong])));
    expect(code).toBe(1);
    for (const path of paths) {
      expect(stdout).toContain(`${path.replace(/[/.]/g, '-')}-line-3.ts(5,7): error TS2322`);
    }
  });

  it('compiles one that goes on where the one before it ended', () => {
    const text =
      fenced('ts', 'const one = 1;') + fenced('ts run continued', 'if (one !== 1) process.exit(1);');
    expect(check({ 'docs/guide.md': text })).toMatchObject({ code: 0, stderr: '' });
    const wrong = fenced('ts', 'const one = 1;') + fenced('ts continued', 'const text: string = one;');
    expect(check({ 'docs/guide.md': wrong })).toMatchObject({ code: 1 });
  });

  it.each<[string, string, string]>([
    ['fails', "throw new Error('no such thing');", 'exit code 1'],
    ['has tests of which none runs', "import 'node:test';", 'none of its tests has run'],
    [
      'has tests of which one fails',
      "import { it } from 'node:test';\nit('holds', () => {});\nit('fails', () => { throw new Error('no'); });",
      'exit code 1',
    ],
  ])('refuses one that is to be run and %s', (_what, source, problem) => {
    const { code, stderr } = check({ 'docs/guide.md': fenced('ts run', source) });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^docs-guide-md-line-3: ${problem}`));
  });

  it.each([
    ['a word that is mistyped', fenced('ts rum', 'export {};'), 'docs/guide.md, line 3: the fence says rum'],
    [
      'another name of the language',
      fenced('typescript', 'export {};'),
      'docs/guide.md, line 3: the fence has to be ```ts at the beginning of its line, not ```typescript',
    ],
    [
      'an indent',
      '- It:\n\n  ```ts\n  export {};\n  ```\n',
      'docs/guide.md, line 3: the fence has to be ```ts at the beginning of its line, not   ```ts',
    ],
    ['no end', '# It\n\n```ts\nexport {};\n', 'docs/guide.md, line 3: the fence has no end'],
  ])('refuses a fence with %s', (_what, text, problem) => {
    const outcome = { code: 1, stderr: expect.stringContaining(problem) };
    expect(check({ 'docs/guide.md': text })).toMatchObject(outcome);
  });
});
