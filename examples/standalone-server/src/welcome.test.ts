import { describe, expect, it } from 'vitest';
import { serverHelp } from './server-help.js';
import { welcome } from './welcome.js';

const FACTS = {
  host: '127.0.0.1',
  port: 3000,
  dataDirectory: '/data',
  databaseUrl: null,
  databaseSchema: 'dialproof',
  redisUrl: null,
  workers: 8,
  webhookPaths: [],
  checker: 'sandbox',
  firstAccount: undefined,
};

function resultsBy(checker: string): string {
  return welcome({ ...FACTS, checker }).split('\n')[0] ?? '';
}

describe('the welcome', () => {
  it('says that the sandbox makes results up', () => {
    expect(resultsBy('evidence,sandbox')).toMatch(/MADE UP by the sandbox/);
  });

  it.each(['twilio', 'evidence, twilio'])('says that %s may cost money', (checker) => {
    expect(resultsBy(checker)).toMatch(/Its checker is (evidence, then )?twilio: .* may cost money\.$/);
  });

  it('says that evidence alone costs nothing, and that credits are charged for unknown', () => {
    const said = resultsBy(' evidence ');
    expect(said).toMatch(/Its checker is evidence: nobody else is asked or paid/);
    expect(said).toMatch(/unknown, and charged like every answer/);
    expect(said).not.toContain('cost money');
  });
});

describe('the welcome over PostgreSQL', () => {
  it('shows the address of the database, without its user, and that workers are needed', () => {
    const databaseUrl = 'postgres://aladdin:sesame@db.example:5432/phones?sslmode=require';
    const said = welcome({ ...FACTS, databaseUrl, workers: 0 });
    expect(said).toContain('PostgreSQL at db.example:5432/phones, schema dialproof');
    expect(said).toContain('npm run worker');
    expect(said).not.toMatch(/aladdin|sesame|sslmode/);
    expect(said).not.toContain('Redis');
    expect(welcome({ ...FACTS, databaseUrl, redisUrl: 'redis://:sesame@redis.example:6379' })).toMatch(
      /Redis at redis\.example:6379\n/,
    );
  });
});

describe('the help', () => {
  it('says that unknown is charged with evidence alone', () => {
    expect(serverHelp()).toMatch(/evidence .* alone, it answers unknown .* charged/);
  });
});
