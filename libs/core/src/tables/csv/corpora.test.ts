import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isDialproofError } from '../../model/errors.js';
import type { Row } from '../table-block.js';
import { readRows } from '../upload.fixture.js';

const require = createRequire(import.meta.url);

/** A file whose .json has another phone than its .csv, and no list around its record. */
const CONTRADICTORY = 'location_coordinates';

describe('the files of csv-spectrum', () => {
  const folder = dirname(require.resolve('csv-spectrum/package.json'));
  const names = readdirSync(join(folder, 'csvs'))
    .map((file) => basename(file, '.csv'))
    .filter((name) => name !== CONTRADICTORY);

  it.each(names)('are read as their .json says: %s', async (name) => {
    const [header = [], ...rows] = await readRows(
      'list.csv',
      readFileSync(join(folder, 'csvs', `${name}.csv`)),
    );
    const records = rows.map((row) => Object.fromEntries(header.map((key, index) => [key, row[index]])));
    expect(records).toEqual(JSON.parse(readFileSync(join(folder, 'json', `${name}.json`), 'utf8')));
  });
});

interface PapaCase {
  readonly description: string;
  readonly input: string;
  readonly config?: { readonly delimiter?: string; readonly newline?: string };
  readonly expected: { readonly data: readonly Row[] };
}

/**
 * Where a quote is closed in the midst of a cell, papaparse looks for a later one that ends the cell, over any number of rows; here
 * the cell ends where it would without quotes, or the file is refused.
 */
const READ_OTHERWISE: Readonly<Record<string, readonly Row[] | 'malformed_file'>> = {
  'Quoted field has no closing quote': 'malformed_file',
  'Quoted field has invalid trailing quote after delimiter with a valid closer': [
    ['"a,"b', 'c"'],
    ['d', 'e', 'f'],
  ],
  'Quoted field has invalid trailing quote after delimiter': [
    ['a', '"b,"c'],
    ['d', 'e', 'f'],
  ],
  'Quoted field has invalid trailing quote before delimiter': [
    ['a', '"b"c', 'd'],
    ['e', 'f', 'g'],
  ],
  'Quoted field has invalid trailing quote after new line': 'malformed_file',
};

describe("papaparse's own cases", () => {
  it.each(papaCases())(
    'are read as they say: $description',
    async ({ description, input, config, expected }) => {
      const text = config?.delimiter === undefined ? input : `sep=${config.delimiter}\n${input}`;
      const read = await readRows('list.csv', text).catch((error: unknown) =>
        isDialproofError(error) ? error.code : error,
      );
      expect(read).toEqual(
        READ_OTHERWISE[description] ??
          expected.data.filter(([cell, ...more]) => cell !== '' || more.length > 0),
      );
    },
  );
});

/** The cases for its parser that ask for no more than a delimiter of one character and a line end that everybody has. */
function papaCases(): readonly PapaCase[] {
  const source = join(dirname(require.resolve('papaparse/package.json')), 'tests', 'test-cases.js');
  // Calls of the test runner and of assertions in the file do nothing.
  const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
  const context = createContext({ module: nothing, require: nothing, describe: nothing });
  runInContext(readFileSync(source, 'utf8'), context);
  // The file declares it so; a case of another shape fails its test.
  const cases = context['CORE_PARSER_TESTS'] as readonly PapaCase[];
  return cases.filter(({ config = {} }) => {
    const { delimiter = ',', newline = '\n', ...more } = config;
    return Object.keys(more).length === 0 && delimiter.length === 1 && /^[\r\n]+$/.test(newline);
  });
}
