import { describe, expect, it } from 'vitest';
import { folderOf, runCheck } from './checked-folder.fixture.js';

const MODEL = `
export const ERROR_CODES = ['not_found', 'overloaded'];
export const WAITING_REASONS = ['away'];
export const FAILURE_REASONS = ['cancelled'];
export const NOTE_CODES = ['guessed'];
`;

const SECTIONS = {
  'Error codes': '| `not_found` | gone | look |\n| `overloaded` | busy | wait |',
  'Why a task waits': '| `away` | it is | wait |',
  'Why a task has failed': '| `cancelled` | somebody did | retry |',
  'Notes of a task': '| `guessed` | nobody said | say |',
};

/** What the check says of a page with these sections in place of those that are right. */
function check(changes: Readonly<Record<string, string>>) {
  const sections = Object.entries({ ...SECTIONS, ...changes }).map(
    ([heading, rows]) => `## ${heading}\n\n| code | cause | cure |\n|---|---|---|\n${rows}\n`,
  );
  return runCheck(
    'troubleshooting.mjs',
    folderOf({
      'docs/troubleshooting.md': `# Troubleshooting\n\n${sections.join('\n')}`,
      'libs/core/dist/model/index.js': MODEL,
      'package.json': { type: 'module' },
    }),
  );
}

describe('the check of troubleshooting', () => {
  it('finds nothing where each code stands once in its section', () => {
    expect(check({})).toEqual({ code: 0, stdout: '5 codes, 0 problems\n', stderr: '' });
  });

  it('takes codes that share a row, and further tables below', () => {
    const rows =
      '| `not_found`, `overloaded` | gone or busy | wait |\n\n### In the host\n\n| 404 | why | what |';
    expect(check({ 'Error codes': rows })).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['lacks a code', '| `not_found` | gone | look |', '"Error codes" has overloaded 0 times'],
    [
      'has a code twice',
      `${SECTIONS['Error codes']}\n| \`overloaded\` | busy | wait |`,
      '"Error codes" has overloaded 2 times',
    ],
    [
      'has a code that there is not',
      `${SECTIONS['Error codes']}\n| \`lost\` | gone | look |`,
      '"Error codes": there is no lost',
    ],
    [
      'does not say the cause',
      '| `not_found` | | look |\n| `overloaded` | busy | wait |',
      '"Error codes": not_found lacks its cause or its cure',
    ],
    [
      'does not say the cure',
      '| `not_found` | gone | |\n| `overloaded` | busy | wait |',
      '"Error codes": not_found lacks its cause or its cure',
    ],
  ])('refuses a page that %s', (_what, rows, problem) => {
    expect(check({ 'Error codes': rows })).toMatchObject({
      code: 1,
      stderr: `docs/troubleshooting.md: ${problem}\n`,
    });
  });

  it.each([
    ['Why a task waits', 'away'],
    ['Why a task has failed', 'cancelled'],
    ['Notes of a task', 'guessed'],
  ])('refuses a page that lacks a code in "%s"', (heading, code) => {
    const stderr = `docs/troubleshooting.md: "${heading}" has ${code} 0 times\n`;
    expect(check({ [heading]: '' })).toMatchObject({ code: 1, stderr });
  });
});
