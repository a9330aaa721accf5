import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packagedCommandLine } from './run-program.js';
import { serverHelp } from './server-program.js';
import { welcome } from './welcome.js';

const FACTS = {
  auditLog: 'audit.log',
  dataDirectory: '/srv/data',
  environment: {},
  host: '127.0.0.1',
  port: 3000,
  databaseUrl: null,
  databaseSchema: 'dialproof',
  redisUrl: null,
  workers: 8,
  receiverPaths: [],
  checkers: ['sandbox'],
  commandLine: packagedCommandLine,
  firstAccount: undefined,
  signInCode: undefined,
};

function resultsBy(...checkers: string[]): string {
  return welcome({ ...FACTS, checkers }).split('\n')[0] ?? '';
}

describe('the welcome', () => {
  it('says that the sandbox makes results up', () => {
    expect(resultsBy('evidence', 'sandbox')).toMatch(/MADE UP by the sandbox/);
  });

  it.each([['twilio'], ['evidence', 'twilio']])('says that %s %s may cost money', (...checkers) => {
    expect(resultsBy(...checkers)).toMatch(
      /Its checker is (evidence, then )?twilio: checks may cost money there\.$/,
    );
  });

  it('says that evidence alone costs nothing, and that credits are charged for unknown', () => {
    const said = resultsBy('evidence');
    expect(said).toMatch(/evidence alone: other numbers are unknown, and charged like every answer/);
    expect(said).not.toContain('cost money');
  });
});

describe('the welcome at the first start', () => {
  const token = `dp_${'0'.repeat(16)}_${'a'.repeat(43)}_${'f'.repeat(8)}`;
  const signInCode = 'c'.repeat(22);
  const said = welcome({ ...FACTS, signInCode, firstAccount: { token, credits: 1_000_000 } });

  it('shows the page, the API, the token and one command, in 80 columns', () => {
    expect(said.split('\n')).toEqual([
      'Dialproof is running. Results are MADE UP by the sandbox.',
      '',
      `  Page   http://localhost:3000/#/sign-in/${signInCode}  signs in once`,
      '  API    http://localhost:3000/v1  reference: http://localhost:3000/docs',
      '  Token  below, shown only now, with 1,000,000 credits',
      '  Stop   Ctrl+C',
      '',
      `TOKEN=${token}`,
      'curl -w \'\\n\' http://localhost:3000/v1/verify -H "Authorization: Bearer $TOKEN" \\',
      '  -H \'Content-Type: application/json\' -d \'{"phone":"+1 415-555-0100"}\'',
      '',
      'A file and its result: dialproof-server start --examples',
    ]);
    expect(said.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('is in colour on a terminal', () => {
    const firstAccount = { token, credits: 1_000_000 };
    const coloured = welcome({ ...FACTS, signInCode, firstAccount }, true);
    expect(coloured).toContain('\x1b[33mResults are MADE UP by the sandbox.\x1b[0m');
    expect(stripVTControlCharacters(coloured)).toBe(said);
  });
});

describe('the welcome at a later start', () => {
  const lines = (facts: Partial<Parameters<typeof welcome>[0]> = {}) =>
    welcome({ ...FACTS, ...facts }).split('\n');
  const tokenLine = '  Token  was shown at the first start; the first line below makes another';

  it('shows a command for another token, which needs no settings where none was set', () => {
    expect(lines()).toContain(tokenLine);
    expect(lines()).toContain('TOKEN=$(dialproof-server account create --credits 25 | tail -n 1)');
  });

  it('shows its commands with the settings that another terminal lacks', () => {
    const environment = {
      DATABASE_URL: 'set',
      DIALPROOF_AUDIT_LOG: 'set',
      DIALPROOF_DATABASE_SCHEMA: 'set',
      DIALPROOF_DATA_DIR: 'set',
      DIALPROOF_HOST: 'set',
      PORT: '0',
    };
    const databaseUrl = 'postgres://ann@db.example/phones?sslmode=require';
    const shown = lines({ databaseUrl, dataDirectory: "/srv/ann's data", environment });
    expect(shown).toContain(tokenLine);
    expect(shown).toContain(
      "TOKEN=$(DIALPROOF_DATA_DIR='/srv/ann'\\''s data' DATABASE_URL='postgres://ann@db.example/phones?sslmode=require' DIALPROOF_DATABASE_SCHEMA=dialproof DIALPROOF_AUDIT_LOG=audit.log dialproof-server account create --credits 25 | tail -n 1)",
    );
    expect(shown.at(-1)).toBe(
      'A file and its result: PORT=3000 DIALPROOF_HOST=127.0.0.1 dialproof-server start --examples',
    );
  });

  it.each(['postgres://ann:sesame@db.example/phones', 'postgres://ann@db.example/phones?password=sesame'])(
    'does not print a password, and says that DATABASE_URL is needed: %s',
    (databaseUrl) => {
      const shown = lines({ databaseUrl, environment: { DATABASE_URL: databaseUrl } });
      expect(shown).toContain(`${tokenLine} where DATABASE_URL is set`);
      expect(shown.join('\n')).not.toMatch(/sesame|DATABASE_URL=/);
    },
  );

  it('names the file of an address', () => {
    const environment = { DATABASE_URL_FILE: '/run/secrets/url' };
    const shown = lines({ databaseUrl: 'postgres://ann:sesame@db.example/phones', environment });
    expect(shown).toContain(tokenLine);
    expect(shown.join('\n')).toContain('$(DATABASE_URL_FILE=/run/secrets/url dialproof-server account');
  });
});

describe('the welcome over PostgreSQL', () => {
  it('shows the address of the database, without its user, and that workers are needed', () => {
    const databaseUrl = 'postgres://aladdin:sesame@db.example:5432/phones?sslmode=require';
    const said = welcome({ ...FACTS, databaseUrl, workers: 0 });
    expect(said).toContain('PostgreSQL at db.example:5432/phones, schema dialproof');
    expect(said).toContain('dialproof-server worker');
    expect(said).not.toMatch(/aladdin|sesame|sslmode/);
    expect(said).not.toContain('Redis');
    expect(welcome({ ...FACTS, databaseUrl, redisUrl: 'redis://:sesame@redis.example:6379' })).toMatch(
      /Redis at redis\.example:6379\n/,
    );
  });
});

describe('the help', () => {
  it('says that unknown is charged with evidence alone', () => {
    expect(serverHelp(packagedCommandLine)).toMatch(/evidence .* alone, it answers unknown .* charged/);
  });
});
