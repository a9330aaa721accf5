import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTrial } from '../fixtures/trial-host.fixture.js';

const [FIRST, SECOND, THIRD] = ['+14155550100', '+14155550102', '+14155550103'];

describe('dialproof suppressions', () => {
  it('adds numbers and files, lists and removes them', async () => {
    const { folder, run } = await startTrial();
    expect(await run(['suppressions'])).toMatchObject({
      exitCode: 0,
      stderr: 'No numbers are suppressed.\n',
    });
    const file = join(folder, 'do-not-call.csv');
    await writeFile(file, `phone\n${SECOND}\n${THIRD}\nnone\n`);
    const added = await run(['suppressions', 'add', '+1 (415) 555-0100', FIRST, file]);
    expect(added).toEqual({
      exitCode: 0,
      stdout: `1 number, 1 new\n${file}: 2 numbers in 3 rows, 2 new; 1 row without a number\n`,
      stderr: '',
    });
    const { stdout } = await run(['suppressions', 'list', '--limit', '2']);
    expect(stdout).toMatch(/^NUMBER {8}ADDED \(UTC\)\n\+14155550103 {2}\d{4}-.*\n\+14155550102 {2}.*\n$/);
    const json = await run(['suppressions', '--json']);
    expect(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).phone),
    ).toEqual([THIRD, SECOND, FIRST]);
    expect((await run(['suppressions', 'remove', SECOND, SECOND])).stdout).toBe(
      `${SECOND}: may be called again\n${SECOND}: was not suppressed\n`,
    );
    const verified = await run(['verify', FIRST, SECOND]);
    expect(verified.stdout).toBe(`${FIRST}\tunknown\tsuppressed\n${SECOND}\tdead\n`);
  });

  it('reads a file as its options say', async () => {
    const { folder, run } = await startTrial();
    const file = join(folder, 'do-not-call.csv');
    await writeFile(file, 'Land,Kontakt,Mobile\nUS,(415) 555-0100,x\nDE,0171 2345601,x\n');
    const options = ['--column', 'Kontakt', '--country-column', 'Land', '--country', 'US'];
    const { stdout } = await run(['suppressions', 'add', file, ...options]);
    expect(stdout).toBe(`${file}: 2 numbers in 2 rows, 2 new; 0 rows without a number\n`);
  });

  it('shows the headers of a file in its notes, also where they are called like settings', async () => {
    const { folder, run } = await startTrial();
    const file = join(folder, 'do-not-call.csv');
    const rows = Array.from({ length: 9 }, (_, index) => `079 123 45 1${index},encoding=${index}`);
    await writeFile(file, ['consent_date,sheet', ...rows, ''].join('\n'));
    const { stderr } = await run(['suppressions', 'add', file, '--column', 'consent_date']);
    expect(stderr).toMatch(
      /of the column "consent_date" hold digits .* unless --country CODE names their country/,
    );
    const unknown = await run(['suppressions', 'add', file, '--column', 'encoding']);
    expect(unknown.stderr).toMatch(/no column "encoding"; .*"consent_date".*"sheet"/);
  });

  it('reads typed numbers as of a country', async () => {
    const { run } = await startTrial();
    const typed = ['suppressions', 'add', '0171 2345601', '+49 171 2345602', '--country'];
    expect((await run([...typed, 'DE'])).stdout).toBe('2 numbers, 2 new\n');
    const { stdout } = await run(['suppressions']);
    expect(stdout).toMatch(/\+491712345601 .*\n\+491712345602 |\+491712345602 .*\n\+491712345601 /);
    expect(await run(['suppressions', 'add', '0171 "1"', '--country', 'DE', '--json'])).toEqual({
      exitCode: 4,
      stdout: '{"numbers":0,"added":0}\n',
      stderr: '0171 "1": not added, it is no phone number of DE or with +.\n',
    });
    const refusalOf = async (...phones: readonly string[]) =>
      (await run(['suppressions', 'add', ...phones, '--country', 'DE'])).stderr;
    expect(await refusalOf(FIRST, '0100')).toBe('0100: not added, it is no phone number of DE or with +.\n');
    expect(await refusalOf('01 "0", 1', FIRST, '0200', SECOND)).toBe(
      '01 "0", 1, 0200: not added, they are no phone numbers of DE or with +.\n',
    );
    expect(await refusalOf(FIRST, ...Array.from({ length: 12 }, (_, index) => `0${index + 10}`))).toMatch(
      /^010, 011, .*, 019 and 2 more: not added, they are no phone numbers of DE or with \+\.\n$/,
    );
    expect((await run([...typed, 'XX'])).stderr).toMatch(/invalid_country/);
  });

  it('leaves them out of a download', async () => {
    const { run } = await startTrial();
    await run(['suppressions', 'add', FIRST]);
    const stdin = `phone\n${FIRST}\n${SECOND}\n`;
    await run(['file', '-', '--yes', '--out', '-'], { stdin });
    const id = JSON.parse((await run(['tasks', '--json'])).stdout).task_id;
    const { stdout } = await run(['download', id, '--callable', '--out', '-']);
    expect(stdout).toBe(`phone,verification_status\n${SECOND},dead\n`);
  });

  it.each([
    [['add'], 'dialproof suppressions add needs a number.'],
    [['remove'], 'dialproof suppressions remove needs a number.'],
    [['forget', FIRST], 'Allowed choices are list, add, remove.'],
    [['add', FIRST, '0100'], 'Number 2: expected a leading + (or 00)'],
    [['add', ...Array(1_001).fill(FIRST)], 'More than 1,000 numbers have to be in a file.'],
    [['add', 'gone.csv'], 'There is no file gone.csv.'],
  ])('refuses %j', async (args, message) => {
    const { run } = await startTrial();
    const { exitCode, stderr } = await run(['suppressions', ...args]);
    expect([exitCode > 0, stderr.replaceAll('\n', ' ')]).toEqual([true, expect.stringContaining(message)]);
  });
});
