import {
  CLIENT_ERROR_CODES,
  DialproofError,
  ERROR_CODES,
  NOTE_CODES,
  UNREAD_REASONS,
} from '@dialproof/client';
import { describe, expect, it } from 'vitest';
import { failureText } from '../parts/failure.js';
import { de } from './de.js';
import { en } from './en.js';
import { counted, formatsOf } from './formats.js';

/** Codes that no part of the page can be answered with. */
const NEVER_SEEN: readonly string[] = [
  'invalid_email',
  'email_taken',
  'registration_closed',
  'unsupported_media_type',
  'method_not_allowed',
  'not_found',
  'webhook_not_verified',
];

describe.each(Object.entries({ en, de }))('the texts in %s', (_language, texts) => {
  it('say what each failure is', () => {
    const codes = [...ERROR_CODES, ...CLIENT_ERROR_CODES].filter((code) => !NEVER_SEEN.includes(code));
    expect(codes.filter((code) => texts.failures.codes[code] === undefined)).toEqual([]);
    expect(texts.failures.codes['file_unreadable']).toBeDefined();
  });

  it('show no code of a failure', () => {
    expect(failureText(new DialproofError('a_code_to_come'), texts)).not.toContain('a_code_to_come');
  });

  it('name no cause where a failure has several', () => {
    const { request_in_progress, too_many_requests } = texts.failures.codes;
    // A run of the list may be under way, or the limit of a day used up.
    expect(request_in_progress).not.toMatch(/request|Anfrage/);
    expect(too_many_requests).not.toMatch(/checks|Prüfungen/);
  });

  it('say what was noted of a file', () => {
    expect(Object.keys(texts.notes)).toEqual(NOTE_CODES);
  });

  it('say why a cell is no number', () => {
    expect(Object.keys(texts.unread)).toEqual(UNREAD_REASONS);
  });

  it('say why a task failed', () => {
    const { failures, task } = texts;
    const reasons = ['cancelled', 'checker_unavailable', 'internal_error'];
    expect(reasons.filter((reason) => !(task.reasons[reason] ?? failures.codes[reason]))).toEqual([]);
  });
});

describe('what is not shown of a file', () => {
  it('is counted as people say it', () => {
    expect([1, 2].map(en.files.moreSheets)).toEqual([
      '1 more sheet is not shown.',
      '2 more sheets are not shown.',
    ]);
    expect(en.files.moreColumns(1)).toBe('1 more column is not shown.');
    expect(de.files.moreSheets(1)).toBe('1 weiteres Blatt wird nicht gezeigt.');
    expect(de.files.moreColumns(2)).toBe('2 weitere Spalten werden nicht gezeigt.');
  });
});

describe('counted', () => {
  it('takes the form that the language counts in', () => {
    const czech = counted('cs', { one: 'řádek', few: 'řádky', other: 'řádků' });
    expect([1, 3, 5].map(czech)).toEqual(['1 řádek', '3 řádky', '5 řádků']);
    expect(counted('en', { one: 'row', other: 'rows' })(2_000)).toBe('2,000 rows');
  });
});

describe('formats', () => {
  it.each([
    [400, '1 second'],
    [20_000, '20 seconds'],
    [179_000, '3 minutes'],
    [9_000_000, '2.5 hours'],
  ])('write %i ms as %s', (ms, text) => {
    expect(formatsOf('en').duration(ms)).toBe(text);
  });

  it.each([
    ['en', ['de-CH', 'en-GB', 'en-US'], '2 Jan 2026, 15:04'],
    ['en', ['de', 'en-US', 'en'], 'Jan 2, 2026, 3:04 PM'],
    ['en', ['de-CH'], 'Jan 2, 2026, 3:04 PM'],
    ['de', ['en-GB', 'de-AT'], '02.01.2026, 15:04'],
    ['en', ['en-US@posix', 'en-', 'en-GB'], '2 Jan 2026, 15:04'],
    ['en', ['en-US@posix'], 'Jan 2, 2026, 3:04 PM'],
  ])('write times in %s as a browser of %j does', (language, wishes, text) => {
    const written = formatsOf(language, wishes).dateTime(new Date(2026, 0, 2, 15, 4).getTime());
    expect(written.replace(/\u202f/g, ' ')).toBe(text);
  });

  it.each([
    ['en', 0, 'now'],
    ['en', -5_000, 'now'],
    ['en', 119_000, '1 minute ago'],
    ['de', 300_000, 'vor 5 Minuten'],
    ['de', 7_200_000, 'vor 2 Stunden'],
    ['en', 86_400_000, undefined],
  ])('write in %s a time %i ms ago as %s', (language, ms, text) => {
    const now = Date.UTC(2026, 0, 2);
    expect(formatsOf(language).ago(new Date(now - ms).toISOString(), now)).toBe(text);
  });

  it('write a change with a sign, and a loss with that of mathematics', () => {
    expect([-3, 0, 1_000].map(formatsOf('en').change)).toEqual(['\u22123', '0', '+1,000']);
  });

  it('write sizes in units that are read at a glance', () => {
    expect([900, 12_345, 9_870_000].map(formatsOf('en').bytes)).toEqual(['900 bytes', '12 kB', '9.9 MB']);
  });
});
