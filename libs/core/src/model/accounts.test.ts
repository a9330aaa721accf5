import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEmailAddress, utcDayOf } from './accounts.js';
import { isDialproofError } from './errors.js';

describe('readEmailAddress', () => {
  it.each([
    ['ada@example.com', 'ada@example.com', 'ada@example.com'],
    ['  Ada@Example.COM\t', 'Ada@Example.COM', 'ada@example.com'],
    ['a+b.c@mail.example.co.uk', 'a+b.c@mail.example.co.uk', 'a+b.c@mail.example.co.uk'],
    ['jose\u0301@example.com', 'jose\u0301@example.com', 'jos\u00e9@example.com'],
  ])('reads %j', (text, address, key) => {
    expect(readEmailAddress(text)).toEqual({ address, key });
  });

  it.each([
    '',
    '   ',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.',
    'ada@.com',
    'ada@example..com',
    'a@da@example.com',
    'ada lovelace@example.com',
    'ada@exam\nple.com',
    'ada\u0000@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('refuses %j', (text) => {
    expect(() => readEmailAddress(text)).toThrow(
      expect.toSatisfy((error) => isDialproofError(error, 'invalid_email')),
    );
  });
});

const DAY_MS = 86_400_000;

/** The machine's time zone for the rest of a test. */
function setTimeZone(zone: string): void {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
}

describe('utcDayOf', () => {
  it.each([
    { moment: '2026-11-23T00:00:00.000Z', endsInMs: DAY_MS },
    { moment: '2026-11-23T00:00:00.001Z', endsInMs: DAY_MS - 1 },
    { moment: '2026-11-23T23:59:59.999Z', endsInMs: 1 },
    // Clocks are set in many countries on this day, and not in UTC.
    { moment: '2026-03-29T02:30:00.000Z', endsInMs: 21.5 * 3_600_000 },
    { moment: '2028-02-29T12:00:00.000Z', endsInMs: DAY_MS / 2 },
    { moment: '1969-12-31T23:59:59.999Z', endsInMs: 1 },
  ])('ends the day of $moment in $endsInMs ms', ({ moment, endsInMs }) => {
    expect(utcDayOf(Date.parse(moment)).endsInMs).toBe(endsInMs);
  });

  it('gives two moments the same day exactly if they have the same date in UTC', () => {
    const moment = fc.integer({ min: Date.UTC(1960, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(moment, fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }), (one, apart) => {
        const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
        const isSameDay = utcDayOf(one).day === utcDayOf(one + apart).day;
        expect(isSameDay).toBe(dateOf(one) === dateOf(one + apart));
        const { endsInMs } = utcDayOf(one);
        expect(new Date(one + endsInMs).toISOString()).toMatch(/T00:00:00\.000Z$/);
        expect(endsInMs > 0 && endsInMs <= DAY_MS).toBe(true);
      }),
    );
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'])('goes by UTC in %s', (zone) => {
    setTimeZone(zone);
    expect(utcDayOf(Date.parse('2026-11-23T23:59:59.999Z')).endsInMs).toBe(1);
  });
});
