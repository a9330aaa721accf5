import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeXlsx } from '@dialproof/generate';
import { startFakeUpstream } from '@dialproof/testkit/upstreams';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** What `npm run verify-file` runs: it looks first whether all is installed and built, which takes longer than the program. */
const LAUNCHER = join(root, 'tools/run/verify-file.mjs');
const PROGRAM = join(root, 'examples/library/dist/main.js');

/** Eight hundred numbers that the sandbox takes two seconds for: sixteen seconds, a hundred at once. */
const SLOW_NUMBERS = Array.from({ length: 800 }, (_, index) => `+1${200 + index}5550105`);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dialproof-library-'));
  await writeFile(
    join(folder, 'people.csv'),
    'Name;Mobile\nAda;+14155550100\nAlan;0157 123\nGrace;+14155550102\n',
  );
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function start(
  args: readonly string[],
  stdout: 'pipe' | number = 'pipe',
  environment: NodeJS.ProcessEnv = {},
  script = PROGRAM,
) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...process.env, npm_lifecycle_event: '', ...environment },
    stdio: ['ignore', stdout, 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (piece) => {
    output.stdout += piece;
  });
  child.stderr?.on('data', (piece) => {
    output.stderr += piece;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }));
  return { child, output, ended };
}

const run = (...args: string[]) => start(args).ended;
const found = () => readdir(folder).then((names) => names.sort());
const read = (name: string) => readFile(join(folder, name), 'utf8');

describe('npm run verify-file', () => {
  it('writes the result of a CSV beside it and tells how many rows have each status', async () => {
    const { code, stdout, stderr } = await run('people.csv');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('Reading people.csv\n');
    expect(stderr).toContain('\n3 of 3 rows\n');
    expect(stderr).toMatch(/wa_registered +1\ntelegram_registered +0\ndead +1\ninactive +0\nunknown +1\n/);
    expect(stderr).toMatch(/2 numbers were checked, .* MADE UP\.\nWrote people\.verified\.csv\n$/);
    expect(await read('people.verified.csv')).toBe(
      'Name,Mobile,verification_status\nAda,+14155550100,wa_registered\n' +
        'Alan,0157 123,unknown\nGrace,+14155550102,dead\n',
    );
    expect(await found()).toEqual(['people.csv', 'people.verified.csv']);
  });

  it('verifies a workbook', async () => {
    await writeXlsx(join(folder, 'people.xlsx'), { rows: 300, seed: 1 });
    const { code, stderr } = await run('people.xlsx');
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('300 of 300 rows') });
    const result = await read('people.verified.csv');
    expect(result).toMatch(/^.*,verification_status\n/);
    // Cells may have lines of their own; rows end with their status.
    expect(result.match(/,(wa_registered|telegram_registered|dead|inactive|unknown)\n/g)).toHaveLength(300);
  });

  it('writes the result, and nothing else, to the standard output', async () => {
    const { code, stdout } = await run('people.csv', '--out', '-');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(5);
    expect(stdout).toMatch(/^Name,Mobile,verification_status\n/);
    expect(await found()).toEqual(['people.csv']);
  });

  it('says of each row when it was checked, where it is told to', async () => {
    const { code, stdout } = await run('people.csv', '--out', '-', '--columns', 'checked_at,source,status');
    expect(code).toBe(0);
    const [header, ada, alan] = stdout.split('\n');
    expect(header).toBe('Name,Mobile,verification_checked_at,verification_source,verification_status');
    expect(ada).toMatch(/^Ada,\+14155550100,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,,wa_registered$/);
    expect(alan).toBe('Alan,0157 123,,,unknown');
  });

  it('takes the column and the country that it is told', async () => {
    await writeFile(join(folder, 'local.csv'), 'phone,work\nno,0171 5550102\n');
    const { code, stdout } = await run(
      ...['local.csv', '--out', '-', '--phone-column', 'work', '--default-country', 'DE'],
    );
    expect(code).toBe(0);
    expect(stdout).toBe('phone,work,verification_status\nno,0171 5550102,dead\n');
  });

  it('takes the area code and the row of the header that it is told', async () => {
    const rows = ['school,phone', 'Schule,Telefon', 'Ahorn,25550102', 'Birke,35550102', 'Eiche,45550103'];
    await writeFile(join(folder, 'schools.csv'), `${rows.join('\n')}\n`);
    const { code, stdout, stderr } = await run(
      ...['schools.csv', '--out', '-', '--default-country', 'DE', '--default-area-code', '30'],
      ...['--header-row', '2'],
    );
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('column "Telefon"') });
    expect(stdout).toMatch(/^school,phone,?\nSchule,Telefon,verification_status\n/);
    expect(stdout).toMatch(/Ahorn,25550102,dead\nBirke,35550102,dead\nEiche,45550103,inactive\n$/);
  });

  it('takes the encoding and the way to read several numbers that it is told', async () => {
    const name = Buffer.from([0xc8, 0xcc, 0xdf]); // ИМЯ in Windows-1251
    const rows = Buffer.from(',phone\nAda,+14155550102 / +14155550103\n');
    await writeFile(join(folder, 'names.csv'), Buffer.concat([name, rows]));
    const { code, stdout } = await run(
      ...['names.csv', '--out', '-', '--encoding', 'windows-1251', '--several-numbers', 'first'],
    );
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'ИМЯ,phone,verification_status\nAda,+14155550102 / +14155550103,dead\n',
    });
  });

  it('ends with what the reader decided', async () => {
    await writeFile(join(folder, 'local.csv'), 'phone\n0171 5550100\n0171 5550102\n');
    const { code, stderr } = await run('local.csv');
    expect(code).toBe(0);
    expect(stderr).toMatch(/MADE UP\.\nNote: .*default_country.*\nWrote local\.verified\.csv\n$/);
  });

  it('replaces a result only when it is forced to', async () => {
    await writeFile(join(folder, 'people.verified.csv'), 'an earlier one');
    const { code, stderr } = await run('people.csv');
    expect(code).toBe(5);
    expect(stderr).toBe('people.verified.csv is there already: replace it with --force or name another.\n');
    expect(await read('people.verified.csv')).toBe('an earlier one');
    expect((await run('people.csv', '--force')).code).toBe(0);
    expect(await read('people.verified.csv')).toMatch(/^Name,Mobile,verification_status/);
  });

  it.each([
    ['Ctrl+C', 'SIGINT', 130],
    ['its terminal is closed', 'SIGHUP', 129],
  ] as const)('keeps the answers that it has after %s', async (_, signal, exitCode) => {
    await writeFile(join(folder, 'slow.csv'), `phone\n${SLOW_NUMBERS.join('\n')}\n`);
    const { child, output, ended } = start(['slow.csv']);
    await expect.poll(() => output.stderr, { timeout: 25_000 }).toMatch(/\d+ of 800 rows\n/);
    expect(await found()).toContainEqual(expect.stringMatching(/^slow\.verified\.csv\.\d+\.part$/));
    child.kill(signal);
    const { code, stderr } = await ended;
    expect(code).toBe(exitCode);
    expect(stderr).toMatch(
      /\nWrote the partial result to slow\.verified\.partial\.csv: \d+ of 800 rows\.\nStopped before the result was complete\.\n$/,
    );
    expect(await found()).toEqual(['people.csv', 'slow.csv', 'slow.verified.partial.csv']);
  });

  it('finds a file as it is named from where npm was called', async () => {
    const environment = { npm_lifecycle_event: 'verify-file', INIT_CWD: join(folder, 'here') };
    await mkdir(join(folder, 'here'));
    const { code } = await start(['../people.csv'], 'pipe', environment, LAUNCHER).ended;
    expect(code).toBe(0);
    expect(await found()).toEqual(['here', 'people.csv', 'people.verified.csv']);
  });

  it.each([
    [['nobody.csv'], 3, 'There is no file nobody.csv.'],
    [['folder.csv'], 3, 'folder.csv cannot be read (EISDIR).'],
    [['empty.csv'], 4, /^empty\.csv cannot be verified: empty_file, .+\.$/],
    [['notes.txt'], 4, /^notes\.txt cannot be verified: unsupported_file_type, .+\.$/],
    [['people.csv', '--phone-column', 'fax'], 4, /column_not_found, .*"Name", "Mobile"/],
    [['people.csv', '--out', 'missing/x.csv'], 5, 'missing/x.csv cannot be written (ENOENT).'],
    [['people.csv', '--out', 'folder.csv', '--force'], 5, /^folder\.csv is there already: it is no file/],
    [['people.csv', '--out', './people.csv', '--force'], 2, /^The result would replace people\.csv itself/],
    [['people.csv', 'notes.txt'], 2, /^One file is verified at a time, 2 are named\. See --help\.$/],
    [['people.csv', '--encoding', 'klingon'], 4, /^people\.csv cannot be verified: unsupported_encoding, /],
    [['people.csv', '--header-row', '9'], 4, /^people\.csv cannot be verified: header_row_not_found, /],
    [
      ['people.csv', '--header-row', '0'],
      2,
      /^--header-row is the number of a row, .* not "0"\. See --help\.$/,
    ],
    [
      ['people.csv', '--several-numbers', 'all'],
      2,
      /^--several-numbers is unknown or first, not "all"\. See/,
    ],
    [['people.csv', '--columns', 'price'], 2, /^--columns names one or more of status, .* not "price"\. See/],
    [['people.csv', '--columns', 'source,source'], 2, /none twice, not "source,source"\. See/],
    [[], 2, 'Name a file to verify. See --help.'],
    [['people.csv', '--fast'], 2, /--fast.* See --help\.$/],
  ])('refuses %j with exit code %i and a sentence', async (args, exitCode, sentence) => {
    await mkdir(join(folder, 'folder.csv'));
    await writeFile(join(folder, 'empty.csv'), '');
    await writeFile(join(folder, 'notes.txt'), 'phone\n');
    const before = await found();
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
    const lastLine = stderr.trimEnd().split('\n').at(-1);
    expect(lastLine).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
    expect(await found()).toEqual(before);
  });

  it.skipIf(!existsSync('/dev/full'))('says that the standard output is full', async () => {
    const { code, stderr } = await start(['people.csv', '--out', '-'], openSync('/dev/full', 'w')).ended;
    expect({ code, stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('The standard output cannot be written (ENOSPC).'),
    });
  });

  it('ends as `head` ends any program when its result is read no further', async () => {
    const { child, ended } = start(['people.csv', '--out', '-']);
    child.stdout?.destroy();
    const { code, stderr } = await ended;
    expect(code).toBe(141);
    expect(stderr).toMatch(/\nThe standard output was closed before the end of the result\.\n$/);
    expect(await found()).toEqual(['people.csv']);
  });

  it('writes the result when nobody reads how far it is any more', async () => {
    const { child, ended } = start(['people.csv']);
    child.stderr?.once('data', () => child.stderr?.destroy());
    expect(await ended).toMatchObject({ code: 0, stderr: 'Reading people.csv\n' });
    expect(await found()).toEqual(['people.csv', 'people.verified.csv']);
  });

  it('refuses a setting that is misspelt', async () => {
    const { code, stderr } = await start(['people.csv'], 'pipe', { DIALPROOF_CHEKER: 'twilio' }).ended;
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'There is no setting DIALPROOF_CHEKER; --help lists those that exist.\n',
    });
    expect(await found()).toEqual(['people.csv']);
  });

  it('asks an upstream that takes many numbers about as many as it takes', async () => {
    const upstream = await startFakeUpstream(({ body }) => ({
      status: 200,
      body: Object.fromEntries(JSON.parse(body).map((digits: string) => [digits, 'gone'])),
    }));
    onTestFinished(() => upstream.close());
    const description = {
      name: 'lines',
      request: { method: 'POST', url: `${upstream.baseUrl}/lines`, json: '{digits_list}' },
      bulk: { maxNumbers: 500, entries: [] },
      answer: { status: [{ path: [], values: { gone: 'dead' } }] },
    };
    await writeFile(join(folder, 'lines.json'), JSON.stringify(description));
    await writeFile(join(folder, 'many.csv'), `phone\n${SLOW_NUMBERS.slice(0, 200).join('\n')}\n`);
    const environment = { DIALPROOF_CHECKER: 'http', DIALPROOF_HTTP_CHECKER: 'lines.json' };
    const { code, stderr } = await start(['many.csv'], 'pipe', environment).ended;
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/dead +200\n/) });
    expect(upstream.requests).toHaveLength(1);
  });

  it('prints its help', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--phone-column') });
  });
});
