import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from './command-line.js';

async function printed(...args: string[]): Promise<string> {
  const output = new PassThrough();
  const [found] = await Promise.all([text(output), runCommandLine(args, output)]);
  return found;
}

describe('the command line', () => {
  it('prints the file', async () => {
    expect(parse(await printed('--rows', '3', '--seed', '9'))).toHaveLength(4);
  });

  it('names its options', async () => {
    expect(await printed('--help')).toContain('--duplicates');
  });

  it.each([
    [['--format', 'ods'], '--format is ods, expected csv or xlsx'],
    [['--rows', 'many'], 'rows is NaN'],
    [['--sheets', '2'], '--sheets'],
  ])('refuses %j', async (args, message) => {
    await expect(runCommandLine(args, new PassThrough())).rejects.toThrow(message);
  });
});
