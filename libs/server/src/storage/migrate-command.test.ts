import { describe, expect, it } from 'vitest';
import {
  describeOnPostgres,
  POSTGRES_URL,
  trialSchema,
} from '../../../../tools/tests/services/postgres.fixture.js';
import { assertEmbedded } from '../command-line/operator-command.js';
import { readSettings } from '../settings/settings.js';
import { doMigrateCommand, readMigrateCommand } from './migrate-command.js';
import { openStorage } from './storage.js';

describe('readMigrateCommand', () => {
  it.each([
    ['', { name: 'migrate' }],
    ['--print', { name: 'print', after: 0 }],
    ['--print --after 12', { name: 'print', after: 12 }],
    ['-h', { name: 'help' }],
  ])('understands "%s"', (line, command) => {
    expect(readMigrateCommand(line.split(' ').filter(Boolean))).toEqual(command);
  });

  it.each([
    ['--after 12', '--after needs --print.'],
    ['--print --after x', '--after is "x", expected a version such as 12.'],
    ['--prnt', /--prnt/],
  ])('refuses "%s"', (line, sentence) => {
    expect(() => readMigrateCommand(line.split(' '))).toThrow(sentence);
  });
});

describe('the migrate command', () => {
  it('prints the SQL without a database', async () => {
    const settings = readSettings({ DIALPROOF_DATABASE_SCHEMA: 'phones' });
    const [sql] = await doMigrateCommand(settings, { name: 'print', after: 0 });
    expect(sql).toMatch(/^begin;[\s\S]*"phones"[\s\S]*commit;$/);
    await expect(doMigrateCommand(settings, { name: 'print', after: 9_999 })).rejects.toThrow(
      '--after is 9999, a version that this release does not know.',
    );
  });

  it('refuses the embedded file', async () => {
    await expect(doMigrateCommand(readSettings({}), { name: 'migrate' })).rejects.toThrow(
      'migrate needs DATABASE_URL',
    );
  });
});

describeOnPostgres('the migrate command over PostgreSQL', () => {
  it('makes the tables that a start without migrating takes', async () => {
    const settings = {
      ...readSettings({ DATABASE_URL: POSTGRES_URL, DIALPROOF_DATABASE_SCHEMA: trialSchema() }),
      migrate: 'off' as const,
    };
    await expect(openStorage('', settings)).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await doMigrateCommand(settings, { name: 'migrate' })).toEqual([
      `Schema ${settings.databaseSchema} is up to date.`,
    ]);
    const { database } = await openStorage('', settings);
    await database.probe();
    await database.close();
  });
});

describe('a command for the embedded file', () => {
  it('is refused over PostgreSQL, naming pg_dump', () => {
    expect(() => assertEmbedded('backup', { databaseUrl: 'postgres://db/phones' })).toThrow(/pg_dump/);
  });
});
