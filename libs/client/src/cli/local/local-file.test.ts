import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DialproofError } from '@dialproof/core';
import { writeXlsx } from '@dialproof/generate';
import { startFakeUpstream } from '@dialproof/testkit/upstreams';
import { describe, expect, it, onTestFinished } from 'vitest';
import { interruptOf, type LocalTrial, startLocalTrial } from '../fixtures/trial-host.fixture.js';
import type { ServiceParts } from './local-service.js';

const PEOPLE = 'name,phone\nAda,+14155550100\nBob,+14155550102\nCyd,none\nDan,+14155550102\n';
const RESULT = [
  'name,phone,verification_status',
  'Ada,+14155550100,wa_registered',
  'Bob,+14155550102,dead',
  'Cyd,none,unknown',
  'Dan,+14155550102,dead',
  '',
].join('\n');
const HUNDRED = `phone\n${Array.from({ length: 100 }, (_, n) => `+1${200 + n}5550100`).join('\n')}\n`;

async function trialWith(
  content: string | Uint8Array = PEOPLE,
): Promise<LocalTrial & { readonly file: string }> {
  const trial = await startLocalTrial();
  const file = join(trial.folder, 'people.csv');
  await writeFile(file, content);
  return { ...trial, file };
}

/** Answers `dead` until the given number of calls, and then does this. */
function deadUntil(times: number, then: () => void): ServiceParts {
  let asked = 0;
  return {
    checkConcurrency: 1,
    outageTimeoutMs: 1,
    checker: {
      async check() {
        asked += 1;
        if (asked > times) then();
        return 'dead';
      },
    },
  };
}

function rowsOf(text: string, status: string): number {
  return text.split('\n').filter((row) => row.endsWith(`,${status}`)).length;
}

describe('dialproof file --local', () => {
  it('shows the checker, asks, and writes the result beside the file', async () => {
    const { run, file, folder } = await trialWith();
    const { exitCode, stdout, stderr } = await run(['file', file, '--local'], { typed: 'y\n' });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('4 rows, phone numbers in "phone"');
    expect(stderr).toContain('Verified by the sandbox. It costs nothing.');
    expect(`${stdout}${stderr}`.split('MADE UP')).toHaveLength(2);
    expect(stderr).toContain('Verify 2 numbers? [y/N]');
    expect(stderr).not.toContain('credit');
    expect(stdout).toContain('2 numbers were verified, by the sandbox (its results are MADE UP).');
    expect(stdout).toContain('Wrote ');
    expect(await readFile(join(folder, 'people-verified.csv'), 'utf8')).toBe(RESULT);
    expect(await readdir(folder)).toEqual(['people-verified.csv', 'people.csv']);
  });

  it('verifies nothing after a no, and asks nothing without a terminal', async () => {
    const { run, file, folder } = await trialWith();
    const said = await run(['file', file, '--local'], { typed: '\n' });
    expect([said.exitCode, said.stderr]).toEqual([9, expect.stringContaining('Nothing was verified.')]);
    const piped = await run(['file', file, '--local']);
    expect([piped.exitCode, piped.stderr]).toEqual([2, expect.stringContaining('add --yes')]);
    expect(await readdir(folder)).toEqual(['people.csv']);
  });

  it('has the deadline and the attempts of the environment', async () => {
    const { run, file } = await trialWith();
    const env = { DIALPROOF_CHECK_DEADLINE_MS: '25', DIALPROOF_CHECK_ATTEMPTS: '1' };
    const service: ServiceParts = {
      checker: {
        check: (number, { signal }) =>
          number.endsWith('0')
            ? new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
            : Promise.resolve('dead'),
      },
    };
    const { exitCode, stderr } = await run(['file', file, '--local', '--yes'], { env, service });
    expect(stderr).toContain('no answer within 25 ms');
    expect(exitCode).toBe(0);
  });

  it('refuses a setting that is no number', async () => {
    const { run, file } = await trialWith();
    const env = { DIALPROOF_CHECK_DEADLINE_MS: '10s' };
    const { exitCode, stderr } = await run(['file', file, '--local', '--yes'], { env });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('DIALPROOF_CHECK_DEADLINE_MS is "10s"')]);
  });

  it.each([
    ['DIALPROOF_MAX_ROWS', '3', 'too_many_rows'],
    ['DIALPROOF_MAX_UPLOAD_BYTES', '20', 'file_too_large'],
  ])('keeps to %s', async (name, value, code) => {
    const { run, file } = await trialWith();
    const { exitCode, stderr } = await run(['file', file, '--local', '--yes'], { env: { [name]: value } });
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(code);
  });

  it('puts an apostrophe before cells like formulas where the environment says so', async () => {
    const { run } = await trialWith();
    const stdin = 'name,phone\n=1+1,+14155550100\n';
    const env = { DIALPROOF_NEUTRALIZE_FORMULAS: 'on' };
    const { stdout } = await run(['file', '-', '--local', '--yes'], { stdin, env });
    expect(stdout).toContain("'=1+1,");
    const wrong = await run(['file', '-', '--local', '--yes'], {
      stdin,
      env: { DIALPROOF_NEUTRALIZE_FORMULAS: 'yes' },
    });
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('expected on or off')]);
  });

  it('waits in an outage for as long as the environment says', async () => {
    const { run, file } = await trialWith();
    const checker: ServiceParts['checker'] = {
      check: () => Promise.reject(new DialproofError('checker_unavailable')),
    };
    const env = { DIALPROOF_OUTAGE_TIMEOUT_MS: '1' };
    const { stderr } = await run(['file', file, '--local', '--yes'], { env, service: { checker } });
    expect(stderr).toContain('The checker does not answer: try again later.');
  });

  it('works in a pipe', async () => {
    const { run } = await trialWith();
    const { exitCode, stdout, stderr } = await run(['file', '-', '--local', '--yes'], { stdin: PEOPLE });
    expect([exitCode, stdout]).toEqual([0, RESULT]);
    expect(stderr).toContain('4 of 4 rows');
    expect(stderr).not.toContain('\x1b');
  });

  it('writes the task as JSON, with the path of the result', async () => {
    const { run, file, folder } = await trialWith();
    const { exitCode, stdout } = await run(['file', file, '--local', '--yes', '--json']);
    const result = join(folder, 'people-verified.csv');
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { status: 'done', total: 4, result }]);
  });

  it('verifies a workbook, and writes one', async () => {
    const { run, folder } = await trialWith();
    await writeXlsx(join(folder, 'list.xlsx'), { rows: 300, seed: 1 });
    const out = join(folder, 'result.xlsx');
    const { exitCode, stderr } = await run([
      ...['file', join(folder, 'list.xlsx'), '--local', '--yes', '--out', out],
    ]);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('300 of 300'),
    });
    expect((await readFile(out)).subarray(0, 2).toString()).toBe('PK');
  });

  it('adds the time of each check, and leaves rows out, if requested', async () => {
    const { run, file } = await trialWith();
    const { exitCode, stdout } = await run([
      ...['file', file, '--local', '--yes', '--out', '-'],
      ...['--columns', 'checked_at,source,status', '--status', 'wa_registered,unknown'],
    ]);
    expect(exitCode).toBe(0);
    const [header, ada, cyd, end] = stdout.split('\n');
    expect(header).toBe('name,phone,verification_checked_at,verification_source,verification_status');
    expect(ada).toMatch(/^Ada,\+14155550100,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,,wa_registered$/);
    expect([cyd, end]).toEqual(['Cyd,none,,,unknown', '']);
  });

  it('takes the options for the column, the country, the area code and the row of the header', async () => {
    const { run, folder } = await trialWith();
    const rows = ['school,phone', 'Schule,Telefon', 'Ahorn,25550102', 'Birke,35550102', 'Eiche,45550103'];
    const path = join(folder, 'schools.csv');
    await writeFile(path, `${rows.join('\n')}\n`);
    const { exitCode, stdout, stderr } = await run([
      ...['file', path, '--local', '--yes', '--out', '-', '--column', 'Telefon'],
      ...['--country', 'DE', '--area-code', '30', '--header-row', '2'],
    ]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('"Telefon"') });
    expect(stdout).toMatch(/Ahorn,25550102,dead\nBirke,35550102,dead\nEiche,45550103,inactive\n$/);
  });

  it('takes the options for the encoding and several numbers', async () => {
    const name = Buffer.from([0xc8, 0xcc, 0xdf]); // ИМЯ in Windows-1251
    const rows = Buffer.from(',phone\nAda,+14155550102 / +14155550103\n');
    const { run, file } = await trialWith(Buffer.concat([name, rows]));
    const { stdout } = await run([
      ...['file', file, '--local', '--yes', '--out', '-', '--encoding', 'windows-1251'],
      ...['--several-numbers', 'first'],
    ]);
    expect(stdout).toBe('ИМЯ,phone,verification_status\nAda,+14155550102 / +14155550103,dead\n');
  });

  it('shows decisions of the reader, with the option that changes each', async () => {
    const { run, file } = await trialWith('phone\n0171 5550100\n0171 5550102\n');
    const { stdout } = await run(['file', file, '--local', '--yes', '--without-numbers']);
    expect(stdout).toMatch(/MADE UP\)\.\nNote: .* --country .*\nWrote /);
  });

  it('verifies no more numbers than it is allowed to', async () => {
    const { run, file } = await trialWith();
    expect((await run(['file', file, '--local', '--yes', '--max-credits', '1'])).exitCode).toBe(6);
  });

  it('shows the number of rows of each source, and of failed checks', async () => {
    const { run, file } = await trialWith('phone\n+14155550100\n+14155550101\n');
    const { stdout, stderr } = await run(['file', file, '--local', '--yes'], {
      service: {
        checkAttempts: 1,
        checker: {
          check: async (number) => {
            if (number.endsWith('1')) throw new Error('no answer');
            return { status: 'dead', source: 'lines' };
          },
        },
      },
    });
    expect(stdout).toContain('By source: lines 1.');
    expect(stdout).toContain('1 row could not be checked.\n');
    expect(stderr).not.toContain('dialproof retry');
  });

  it('says where to find what is known of rows that were answered with unknown', async () => {
    const { run, file, folder } = await trialWith('phone\nnone\n+14155550100\n+14155550101\n+14155550101\n');
    const args = ['file', file, '--local', '--yes', '--columns', 'status,reason'];
    const { stdout } = await run(args, {
      service: {
        checker: {
          check: async (number) =>
            number.endsWith('1')
              ? { status: 'unknown', source: 'lines', reason: 'line_live: active' }
              : { status: 'dead', source: 'lines' },
        },
      },
    });
    expect(stdout).toContain(
      'By source: lines 3.\n2 rows were answered with unknown. --columns status,reason',
    );
    expect(await readFile(join(folder, 'people-verified.csv'), 'utf8')).toContain(
      '+14155550101,unknown,line_live: active\n',
    );
  });

  it('keeps the answers that arrived before it is interrupted', async () => {
    const { run, file, folder } = await trialWith(HUNDRED);
    const interrupt = new AbortController();
    const { exitCode, stderr, stdout } = await run(['file', file, '--local', '--yes'], {
      signal: interrupt.signal,
      service: deadUntil(59, () => interruptOf(interrupt)),
    });
    expect([exitCode, stderr]).toEqual([130, expect.stringMatching(/\nStopping: .*\n(?:.*\n)*Stopped\.\n$/)]);
    const text = await readFile(join(folder, 'people-verified.partial.csv'), 'utf8');
    expect(text.trimEnd().split('\n')).toHaveLength(101);
    const [, charged] = /^(\d+) numbers were verified/m.exec(stdout) ?? [];
    expect(rowsOf(text, 'dead')).toBe(Number(charged));
    expect(Number(charged)).toBeGreaterThanOrEqual(60);
    expect(await readdir(folder)).toEqual(['people-verified.partial.csv', 'people.csv']);
  });

  it('writes them to the standard output if the result belongs there', async () => {
    const { run, file, folder } = await trialWith(HUNDRED);
    const interrupt = new AbortController();
    const { exitCode, stdout } = await run(['file', file, '--local', '--yes', '--out', '-'], {
      signal: interrupt.signal,
      service: deadUntil(9, () => interruptOf(interrupt)),
    });
    expect([exitCode, stdout.split('\n').length]).toEqual([130, 102]);
    expect(rowsOf(stdout, 'dead')).toBeGreaterThanOrEqual(10);
    expect(await readdir(folder)).toEqual(['people.csv']);
  });

  it.each([
    ['checker_unavailable', 'The checker does not answer: try again later.'],
    ['checker_out_of_funds', 'The account at the checker has no funds left: top it up and try again.'],
    ['checker_unauthorized', 'The checker refuses the credentials: correct them and try again.'],
    [
      'checker_suspended',
      'The account at the checker is suspended: settle that with its provider and try again.',
    ],
  ] as const)('keeps the answers that came before %s', async (code, advice) => {
    const { run, file, folder } = await trialWith(HUNDRED);
    const { exitCode, stderr } = await run(['file', file, '--local', '--yes'], {
      service: deadUntil(40, () => {
        throw new DialproofError(code);
      }),
    });
    expect([exitCode, stderr.trimEnd().split('\n').at(-1)]).toEqual([8, advice]);
    const text = await readFile(join(folder, 'people-verified.partial.csv'), 'utf8');
    expect([text.split('\n').length, rowsOf(text, 'dead')]).toEqual([102, 40]);
  });

  it('writes nothing without an answer', async () => {
    const { run, file, folder } = await trialWith(HUNDRED);
    const { exitCode } = await run(['file', file, '--local', '--yes'], {
      service: deadUntil(0, () => {
        throw new DialproofError('checker_unavailable');
      }),
    });
    expect([exitCode, await readdir(folder)]).toEqual([8, ['people.csv']]);
  });

  it('finds out before the first check that an earlier partial result is in the way', async () => {
    const { run, file, folder } = await trialWith();
    const partial = join(folder, 'people-verified.partial.csv');
    await writeFile(partial, 'paid for');
    const { exitCode, stderr } = await run(['file', file, '--local', '--yes']);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('partial.csv is there already')]);
    expect(await readFile(partial, 'utf8')).toBe('paid for');
    expect((await run(['file', file, '--local', '--yes', '--force'])).exitCode).toBe(0);
  });

  it('writes the result elsewhere if another file has taken its name meanwhile', async () => {
    const { run, file, folder } = await trialWith();
    const taken = join(folder, 'people-verified.csv');
    const { exitCode, stderr } = await run(['file', file, '--local', '--yes'], {
      service: {
        checker: {
          async check() {
            await writeFile(taken, 'mine');
            return 'dead';
          },
        },
      },
    });
    expect(exitCode).toBe(3);
    expect(await readFile(taken, 'utf8')).toBe('mine');
    const [, elsewhere = ''] = /The result is in (\S+) instead\./.exec(stderr) ?? [];
    onTestFinished(() => rm(dirname(elsewhere), { recursive: true }));
    expect(rowsOf(await readFile(elsewhere, 'utf8'), 'dead')).toBe(3);
  });

  it.each([
    [['file', 'none.csv'], 3, 'There is no file '],
    [['file', 'folder.csv'], 3, 'folder.csv is a folder'],
    [['file', 'empty.csv'], 4, '(empty_file)'],
    [['file', 'notes.txt'], 4, '(unsupported_file_type)'],
    [['file', 'people.csv', '--column', 'fax'], 4, '(column_not_found)'],
    [['file', 'people.csv', '--encoding', 'klingon'], 4, '(unsupported_encoding)'],
    [['file', 'people.csv', '--header-row', '9'], 4, '(header_row_not_found)'],
  ])('refuses %j with exit code %i', async (args, code, said) => {
    const { run, folder } = await trialWith();
    await mkdir(join(folder, 'folder.csv'));
    await writeFile(join(folder, 'empty.csv'), '');
    await writeFile(join(folder, 'notes.txt'), 'phone\n');
    const before = await readdir(folder);
    const [name = '', file = '', ...more] = args;
    const { exitCode, stdout, stderr } = await run([name, join(folder, file), '--local', '--yes', ...more]);
    expect([exitCode, stdout, stderr]).toEqual([code, '', expect.stringContaining(said)]);
    expect(await readdir(folder)).toEqual(before);
  });

  it('fills the calls of an upstream that takes many numbers, and shows the cost', async () => {
    const upstream = await startFakeUpstream(({ body }) => ({
      status: 200,
      body: Object.fromEntries(JSON.parse(body).map((digits: string) => [digits, 'gone'])),
    }));
    onTestFinished(() => upstream.close());
    const { run, file, folder } = await trialWith(HUNDRED);
    const description = {
      name: 'lines',
      request: { method: 'POST', url: `${upstream.baseUrl}/lines`, json: '{digits_list}' },
      bulk: { maxNumbers: 500, entries: [] },
      answer: { status: [{ path: [], values: { gone: 'dead' } }] },
    };
    const path = join(folder, 'checkers.json');
    await writeFile(path, JSON.stringify({ checkers: [{ checker: 'http', description, price: 0.01 }] }));
    const env = { DIALPROOF_CHECKERS_FILE: path };
    const { exitCode, stderr, stdout } = await run(['file', file, '--local', '--yes'], { env });
    expect({ exitCode, stdout }).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('100 numbers were verified, by http.'),
    });
    expect(upstream.requests).toHaveLength(1);
    expect(stderr).toContain('Verified by http. It costs at most 1 by the prices that are set');
    expect(stderr).toMatch(/http: 1 call about 100 numbers, which cost 1\n$/);
  });
});
