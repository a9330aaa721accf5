import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RECEIVER_VARIABLES } from '@dialproof/checkers/settings';
import { describe, expect, it } from 'vitest';
import { trialFolder } from '../../../../tools/tests/fixtures/trial-folder.fixture.js';
import { packagedCommandLine } from '../command-line/run-program.js';
import { serverHelp } from '../command-line/server-program.js';
import { ANSWERS_KEY, DATABASE_URL, REDIS_URL } from './setting-variable.js';
import { readSettings, SETTING_VARIABLES } from './settings.js';

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toEqual({
      answersKey: null,
      port: 3_000,
      host: '127.0.0.1',
      dataDirectory: resolve('data'),
      checker: 'sandbox',
      checkersFile: 'none',
      sandboxDelayMs: 0,
      checkConcurrency: 100,
      checkAttempts: 3,
      checkDeadlineMs: 10_000,
      checkDeadlinePerNumberMs: 50,
      outageTimeoutMs: 86_400_000,
      maxRows: 100_000,
      neutralizeFormulas: 'off',
      maxUploadBytes: 104_857_600,
      idleTimeoutMs: 30_000,
      registration: 'loopback',
      newAccountCredits: 0,
      firstAccountCredits: 1_000_000,
      taskRetentionDays: 30,
      holdRetentionDays: 7,
      chargeDetailDays: 400,
      maxUnfinishedTasks: 1_000,
      maxStoredBytes: 2_147_483_648,
      maxDailyTasks: 10_000,
      maxDownloads: 64,
      maxAccountDownloads: 10,
      corsOrigins: 'none',
      creditsLow: 0,
      webhookNetworks: 'none',
      rates: {
        verify: { requests: 1_000, seconds: 1 },
        files: { requests: 120, seconds: 60 },
        other: { requests: 1_000, seconds: 1 },
        failedSignIns: { requests: 60, seconds: 60 },
        registrations: { requests: 60, seconds: 3_600 },
      },
      proxies: 0,
      shutdownTimeoutMs: 15_000,
      metrics: 'off',
      auditLog: 'audit.log',
      logLevel: 'info',
      databaseSchema: 'dialproof',
      databaseConnections: 10,
      migrate: 'on',
      workers: 8,
      processes: 0,
      redisPrefix: 'dialproof',
      leaseMs: 10_000,
      workerHost: '127.0.0.1',
      workerPort: 0,
      databaseUrl: null,
      redisUrl: null,
      checkers: expect.any(Function),
      secretSettings: {},
    });
  });

  it('reads its variables and ignores others', () => {
    const environment = {
      PORT: '0',
      DIALPROOF_RATES: 'verify=5/s, registrations=3/day',
      DIALPROOF_DATA_DIR: '/srv/dialproof',
      DIALPROOF_REGISTRATION: 'closed',
      DIALPROOF_TOKEN: 'dp_1',
      DIALPROOF_URL: 'http://localhost:3000',
      HOST: 'x86_64-conda-linux-gnu',
    };
    expect(readSettings(environment)).toMatchObject({
      port: 0,
      rates: { verify: { requests: 5, seconds: 1 }, registrations: { requests: 3, seconds: 86_400 } },
      dataDirectory: '/srv/dialproof',
      registration: 'closed',
      host: '127.0.0.1',
    });
  });

  it('passes on the settings of the checkers', async () => {
    const token = join(await trialFolder(), 'token');
    await writeFile(token, 'the-token');
    const environment = {
      DIALPROOF_CHECKER: 'twilio',
      DIALPROOF_TWILIO_ACCOUNT_SID: 'AC1',
      DIALPROOF_TWILIO_AUTH_TOKEN_FILE: token,
    };
    const { DIALPROOF_CHECKER: _name, ...secretSettings } = environment;
    const settings = readSettings(environment);
    expect(settings).toMatchObject({ checker: 'twilio', secretSettings });
    expect(settings.checkers().entries).toMatchObject([{ checker: 'twilio', accountSid: 'AC1' }]);
  });

  it('passes on the checkers of a file, which it reads when they are needed', async () => {
    const path = join(await trialFolder(), 'checkers.json');
    const { checkers, checkersFile } = readSettings({ DIALPROOF_CHECKERS_FILE: path });
    expect(checkersFile).toBe(path);
    expect(checkers).toThrow(/^DIALPROOF_CHECKERS_FILE names a file that cannot be read/);
    await writeFile(path, '{"checkers": [{"checker": "sandbox"}], "callsPerSecond": 5}');
    expect(checkers()).toMatchObject({ callsPerSecond: 5, entries: [{ checker: 'sandbox' }] });
  });

  it.each(['DIALPROOF_CALLS_PER_SECOND', 'DIALPROOF_TWILIO_PRICE'])(
    'refuses %s, which is a field of the file of checkers',
    (name) => {
      expect(() => readSettings({ [name]: '5' })).toThrow(expect.objectContaining({ name: 'StartRefusal' }));
    },
  );

  it('reads the address of PostgreSQL from its variable or from a file', async () => {
    const url = 'postgres://ann:secret@db.example:5432/phones?sslmode=verify-full';
    expect(readSettings({ DATABASE_URL: url, DIALPROOF_WORKERS: '0' })).toMatchObject({
      databaseUrl: url,
      workers: 0,
    });
    const file = join(await trialFolder(), 'database-url');
    await writeFile(file, `${url}\n`);
    expect(readSettings({ DATABASE_URL_FILE: file }).databaseUrl).toBe(url);
  });

  it.each(['mysql://ann:secret@db.example/phones', 'secret', 'postgres://ann:secret@db.example:no/phones'])(
    'refuses the address %s without showing it',
    (url) => {
      expect(() => readSettings({ DATABASE_URL: url })).toThrow(
        expect.objectContaining({
          message: 'DATABASE_URL has no address such as postgres://user:password@host:5432/name.',
        }),
      );
    },
  );

  it('reads the address of Redis from its variable or from a file', async () => {
    const DATABASE_URL = 'postgres://db/phones';
    const url = 'rediss://ann:secret@redis.example:6379/1';
    expect(readSettings({ DATABASE_URL, REDIS_URL: url }).redisUrl).toBe(url);
    const file = join(await trialFolder(), 'redis-url');
    await writeFile(file, `${url}\n`);
    expect(readSettings({ DATABASE_URL, REDIS_URL_FILE: file }).redisUrl).toBe(url);
  });

  it('refuses an invalid address of Redis without showing it', () => {
    expect(() =>
      readSettings({ DATABASE_URL: 'postgres://db', REDIS_URL: 'http://ann:secret@redis' }),
    ).toThrow(
      expect.objectContaining({
        message: 'REDIS_URL has no address such as redis://user:password@host:6379.',
      }),
    );
  });

  it('reads the key of the answers from its variable or from a file; by default there is none', async () => {
    const key = 'k'.repeat(32);
    expect(readSettings({}).answersKey).toBeNull();
    expect(readSettings({ DIALPROOF_ANSWERS_KEY: key }).answersKey).toBe(key);
    const file = join(await trialFolder(), 'answers-key');
    await writeFile(file, `${key}\n`);
    expect(readSettings({ DIALPROOF_ANSWERS_KEY_FILE: file }).answersKey).toBe(key);
    await writeFile(file, 'secret\n');
    expect(() => readSettings({ DIALPROOF_ANSWERS_KEY_FILE: file })).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^The file of DIALPROOF_ANSWERS_KEY_FILE has 6 characters, expected/),
      }),
    );
  });

  it('limits no rates with off', () => {
    expect(readSettings({ DIALPROOF_RATES: 'off' }).rates).toBeNull();
  });

  it('changes the named rates, and leaves the others unchanged', () => {
    expect(readSettings({ DIALPROOF_RATES: 'verify=5/s,files=off' }).rates).toEqual({
      verify: { requests: 5, seconds: 1 },
      other: { requests: 1_000, seconds: 1 },
      failedSignIns: { requests: 60, seconds: 60 },
      registrations: { requests: 60, seconds: 3_600 },
    });
  });

  it('takes an empty variable for a missing one', () => {
    expect(readSettings({ PORT: '', DIALPROOF_LOG_LEVEL: '' })).toMatchObject({
      port: 3_000,
      logLevel: 'info',
    });
  });

  it.each([
    [{ PORT: '65536' }, 'PORT is "65536", expected a whole number from 0 to 65535.'],
    [{ PORT: '3e3' }, 'PORT is "3e3", expected a whole number from 0 to 65535.'],
    [{ PORT: '-1' }, 'PORT is "-1", expected a whole number from 0 to 65535.'],
    [
      { DIALPROOF_REGISTRATION: 'no' },
      'DIALPROOF_REGISTRATION is "no", expected one of: loopback, open, closed.',
    ],
    [
      { DIALPROOF_RATES: 'verify=0/s' },
      'DIALPROOF_RATES is "verify=0/s", expected off or rates such as verify=100/s,files=off, of verify, files, other, failedSignIns, registrations, each once, as off or a number from 1 for each s, min, h or day.',
    ],
    [
      { DIALPROOF_RATES: 'verify=off,verify=5/s' },
      'DIALPROOF_RATES is "verify=off,verify=5/s", expected off or rates such as verify=100/s,files=off, of verify, files, other, failedSignIns, registrations, each once, as off or a number from 1 for each s, min, h or day.',
    ],
    [
      { DIALPROOF_RATES: 'verify=5/s,verify=500/min' },
      'DIALPROOF_RATES is "verify=5/s,verify=500/min", expected off or rates such as verify=100/s,files=off, of verify, files, other, failedSignIns, registrations, each once, as off or a number from 1 for each s, min, h or day.',
    ],
    [{ DIALPROOF_PORT: '1' }, 'There is no setting DIALPROOF_PORT; --help lists those that exist.'],
    [
      { DATABASE_URL: 'postgres://db', DATABASE_URL_FILE: '/run/secrets/url' },
      'Both DATABASE_URL and DATABASE_URL_FILE are set: leave one out.',
    ],
    [
      { DATABASE_URL_FILE: '/nowhere/url' },
      'DATABASE_URL_FILE names a file that cannot be read (ENOENT): /nowhere/url.',
    ],
    [
      { DIALPROOF_ANSWERS_KEY: 'secret'.repeat(5) },
      'DIALPROOF_ANSWERS_KEY has 30 characters, expected at least 32, for example from: openssl rand -hex 32',
    ],
    [
      { DIALPROOF_ANSWERS_KEY: 'k'.repeat(32), DIALPROOF_ANSWERS_KEY_FILE: '/run/secrets/key' },
      'Both DIALPROOF_ANSWERS_KEY and DIALPROOF_ANSWERS_KEY_FILE are set: leave one out.',
    ],
    [
      { DIALPROOF_ANSWERS_KEY_FILE: '/nowhere/key' },
      'DIALPROOF_ANSWERS_KEY_FILE names a file that cannot be read (ENOENT): /nowhere/key.',
    ],
    [
      { DIALPROOF_WORKERS: '0' },
      'DIALPROOF_WORKERS=0 needs DATABASE_URL: no other process works on the embedded file.',
    ],
    [
      { DIALPROOF_MIGRATE: 'off' },
      'DIALPROOF_MIGRATE=off needs DATABASE_URL: each start brings the embedded file up to date.',
    ],
    [
      { DIALPROOF_DATABASE_SCHEMA: 'My schema' },
      'DIALPROOF_DATABASE_SCHEMA is "My schema", expected 1 to 50 small letters, digits and underscores, no digit first.',
    ],
    [
      { REDIS_URL: 'redis://127.0.0.1:6379' },
      'REDIS_URL needs DATABASE_URL: no other process works on the embedded file.',
    ],
    [
      { DIALPROOF_REDIS_PREFIX: 'a:b' },
      'DIALPROOF_REDIS_PREFIX is "a:b", expected letters, digits, - _ . { }.',
    ],
    [
      { NODE_ENV: 'production' },
      'With NODE_ENV=production the sandbox, which makes results up, has to be asked for: DIALPROOF_CHECKER=sandbox.',
    ],
  ])('refuses %o in a sentence', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(
      expect.objectContaining({ name: 'StartRefusal', message: sentence }),
    );
  });

  it('names every problem at once', () => {
    expect(() => readSettings({ PORT: 'x', DIALPROOF_NO: '1' })).toThrow(/DIALPROOF_NO.*\n.*PORT/);
  });

  it('takes the sandbox in production when it is asked for by name', () => {
    expect(readSettings({ NODE_ENV: 'production', DIALPROOF_CHECKER: 'sandbox' }).checker).toBe('sandbox');
  });
});

describe('every setting', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

  it.each(RECEIVER_VARIABLES)('of a webhook is in --help and in the README: $name', ({ meaning, name }) => {
    expect(serverHelp(packagedCommandLine)).toContain(`${name}  `);
    expect(serverHelp(packagedCommandLine)).toContain(meaning);
    expect(readme).toContain(`\`${name}\``);
  });

  it.each([DATABASE_URL, REDIS_URL, ANSWERS_KEY])(
    'that is a secret is in --help and in the README: $name',
    ({ meaning, name }) => {
      expect(serverHelp(packagedCommandLine)).toContain(meaning);
      expect(readme).toContain(`| \`${name}\` | ${meaning} | none |`);
    },
  );

  it.each(SETTING_VARIABLES)('is in --help and in the README: $variable', (setting) => {
    expect(serverHelp(packagedCommandLine)).toMatch(
      new RegExp(`${setting.variable} .*\\(default ${setting.fallback}\\)`),
    );
    const cells = new RegExp(`^\\| \`${setting.variable}\` +\\| (.+?) +\\| (.+?) +\\|$`, 'm').exec(readme);
    expect(cells?.slice(1)).toEqual([setting.meaning, `\`${setting.fallback}\``]);
  });
});
