import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tryExamples } from './file-examples.fixture.js';

const DOCUMENTS = join(import.meta.dirname, '../../docs');
/** The beginning of each upload in a session, and each row of a table of cells. */
const SHOWN = /^\$ verify |^\| `.*\| `(?:\+\d+|unknown|dead)` \|/gm;

describe('a guide to files', () => {
  it.each(['files.md', 'columns.md', 'cells.md'])(
    'shows what comes of its files and cells: %s',
    async (name) => {
      const document = readFileSync(join(DOCUMENTS, name), 'utf8');
      const tried = await tryExamples(document);
      expect(tried.map(({ line, does }) => [line, does])).toEqual(
        tried.map(({ line, says }) => [line, says]),
      );
      expect(tried).toHaveLength(document.match(SHOWN)?.length ?? 0);
      expect(tried.length).toBeGreaterThan(2);
    },
  );
});

describe('the examples of a document', () => {
  const session = (...lines: readonly string[]) => `Text\n\n\`\`\`console\n${lines.join('\n')}\n\`\`\`\n`;

  it('print the notes and the result of an upload with its settings', async () => {
    const document = session(
      '$ cat people.csv',
      'Name,Telefon 1',
      'Ada,030 26481100',
      "$ verify people.csv default_country=DE 'phone_column=Telefon 1'",
      'anything',
      '$ verify people.csv',
    );
    const [german, international, ...more] = await tryExamples(document);
    expect(german).toEqual({
      line: 7,
      says: 'anything\n',
      does: 'Name,Telefon 1,verification_status\nAda,030 26481100,inactive\n',
    });
    expect(international).toEqual({
      line: 9,
      says: '',
      does: '"code":"country_needed"\nName,Telefon 1,verification_status\nAda,030 26481100,unknown\n',
    });
    expect(more).toEqual([]);
  });

  it('print the refusal of a file', async () => {
    const [refused] = await tryExamples(session('$ cat a.txt', 'phone', '$ verify a.txt'));
    expect(refused?.does).toMatch(/^\{"detail":"unsupported_file_type","hint":".*"\}\n$/);
  });

  it('have files in other encodings', async () => {
    const lines = ['$ cat a.csv', 'имя,phone', 'Ольга,+41791234501', '$ iconv -t WINDOWS-1251 a.csv > b.csv'];
    const [read] = await tryExamples(session(...lines, '$ verify b.csv encoding=windows-1251'));
    expect(read?.does).toBe('имя,phone,verification_status\nОльга,+41791234501,telegram_registered\n');
  });

  it('are the rows of tables of cells', async () => {
    const head = '| a cell | settings | is read as |\n|---|---|---|\n';
    const document = `Text\n\n${head}| \`030 26481100\` | \`default_country=DE\` | \`+493026481100\` |\n| \`12.5\` | | \`dead\` |\n`;
    expect(await tryExamples(document)).toEqual([
      { line: 5, says: '+493026481100', does: '+493026481100' },
      { line: 6, says: 'dead', does: 'unknown' },
    ]);
  });

  it('run nothing else and read no file that is not shown', async () => {
    await expect(tryExamples(session('$ rm -r .'))).rejects.toThrow('rm -r .');
    await expect(tryExamples(session('$ verify a.csv'))).rejects.toThrow('a.csv');
  });
});
