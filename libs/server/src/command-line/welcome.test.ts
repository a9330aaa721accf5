import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packagedCommandLine } from './run-program.js';
import { serverHelp } from './server-program.js';
import { welcome } from './welcome.js';

const FACTS = {
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
