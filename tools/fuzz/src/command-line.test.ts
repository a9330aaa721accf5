import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from './command-line.js';
import { fuzzInput } from './fuzz-input.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ readonly foundNothing: boolean; readonly said: string }> {
  const output = new PassThrough();
  const said = text(output);
  const foundNothing = await runCommandLine(args, output);
  output.end();
  return { foundNothing, said: await said };
}

describe('the command line', () => {
  it('tries one file again, and writes it down', async () => {
    const file = join(folder, 'file.csv');
    const { foundNothing, said } = await run('--kind', 'csv', '--seed', '7', '--only', '3', '--out', file);
    const { bytes, pieceBytes } = fuzzInput('csv', 7, 3);
    expect(foundNothing).toBe(true);
    expect(said).toContain(`list.csv in pieces of ${pieceBytes} bytes: `);
    expect(await readFile(file)).toEqual(bytes);
  });

  it('says what it can do', async () => {
    expect((await run('--help')).said).toContain('--runs N');
  });

  it.each([
    [['--runs', '0'], '--runs is 0, expected a whole number of 1 or more'],
    [['--seed', 'x'], '--seed is x'],
    [['--kind', 'ods'], '--kind is ods, expected both, csv, xlsx, rows'],
    [['--jobs', '1.5'], '--jobs is 1.5'],
    [['--colour'], "Unknown option '--colour'"],
  ])('refuses %j', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });
});
