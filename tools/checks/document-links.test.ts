import { describe, expect, it } from 'vitest';
import { type Files, folderOf, runCheck } from './checked-folder.fixture.js';

/** What the check says of a folder with a list of guides, one guide, and these files. */
function check(changes: Files = {}) {
  return runCheck(
    'document-links.mjs',
    folderOf({
      'README.md': '# Kit\n\nAll [guides](docs).\n',
      'docs/README.md': '# Guides\n\n- [Files](files.md)\n',
      'docs/files.md': '# Files\n\nBack to [the guides](README.md).\n',
      ...changes,
    }),
  );
}

describe('the check of links', () => {
  it('has nothing against those that lead somewhere', () => {
    expect(check()).toEqual({ code: 0, stdout: '3 links of 3 documents, 0 problems\n', stderr: '' });
  });

  it.each([
    ['a file', '[it](docs/files.md)'],
    ['a folder', '[it](docs/)'],
    ['a heading', '[it](docs/files.md#files)'],
    ['a heading of the list of a folder', '[it](docs#guides)'],
    ['a heading of the same document', '[it](#kit)'],
    ['a heading with code, a link and punctuation', "## Who's `a-b`, [c](docs)?\n\n[it](#whos-a-b-c)"],
    ['the second heading of a name', '## Kit\n\n[it](#kit-1)'],
    ['a file with a title', '[it](docs/files.md "Files")'],
    ['an address elsewhere', '[it](https://example.org/none.md), [us](mailto:us@example.org)'],
    ['a picture', '![it](docs/files.md)'],
    ['a target of its own line', '[it][1]\n\n[1]: docs/files.md'],
    ['nothing, in a fenced block', '```md\n[it](none.md)\n```'],
    ['nothing, in backquotes', '`[it](none.md)` and ``[it`](none.md)``'],
  ])('takes one to %s', (_what, text) => {
    expect(check({ 'README.md': `# Kit\n\n${text}\n` })).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['a file that is not there', '[it](docs/none.md)', 'docs/none.md is not there'],
    ['a heading that is not there', '[it](docs/files.md#none)', 'docs/files.md#none names no heading'],
    ['a third heading where there are two', '## Kit\n\n[it](#kit-2)', '#kit-2 names no heading'],
    ['a heading of a fenced block', '```sh\n# it\n```\n\n[it](#it)', '#it names no heading'],
    ['a heading of a program', '[it](a.mjs#L1)', 'a.mjs#L1 names a heading of what is no document'],
    ['a target of its own line that is not there', '[it][1]\n\n[1]: none.md', 'none.md is not there'],
  ])('refuses one to %s', (_what, text, problem) => {
    const { code, stderr } = check({ 'README.md': `# Kit\n\n${text}\n`, 'a.mjs': '' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^README\.md, line \d+: /);
    expect(stderr).toContain(`: ${problem}\n`);
  });

  it('says in which line the link is', () => {
    const text = '# Kit\n\n```sh\nls\n```\n\n`a`\n[it](none.md)\n';
    expect(check({ 'README.md': text }).stderr).toBe('README.md, line 8: none.md is not there\n');
  });

  it('leaves out what others have written', () => {
    expect(check({ 'node_modules/kit/README.md': '[it](none.md)' })).toMatchObject({ code: 0 });
  });

  it('refuses a guide that the list lacks', () => {
    const stderr = 'docs/lost.md is not in docs/README.md\n';
    expect(check({ 'docs/lost.md': '# Lost\n\n[Guides](README.md)\n' })).toMatchObject({ code: 1, stderr });
  });

  it('refuses a guide that leads nowhere', () => {
    const stderr = 'docs/files.md links to no other page\n';
    expect(check({ 'docs/files.md': '# Files\n\n[Top](#files)\n' })).toMatchObject({ code: 1, stderr });
  });
});
