import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListSchedule, WEEKDAYS } from '../model/phone-list.js';
import { isTimeZone, nextRun } from './list-settings.js';

const HOUR_MS = 3_600_000;

/** The due times after a moment, as ISO 8601. */
function dueTimes(schedule: ListSchedule, after: string, count: number): string[] {
  const times: string[] = [];
  for (let at = Date.parse(after); times.length < count; times.push(new Date(at).toISOString())) {
    at = nextRun(schedule, at);
  }
  return times.map((time) => time.slice(0, 16));
}

const inZone = (timeZone: string) => ({ timeZone, hour: 2, every: 'day' }) as const;

describe('the next run of a list', () => {
  it('is at the hour of the zone, on the day of the week or of the month', () => {
    const berlin = { timeZone: 'Europe/Berlin', hour: 9 } as const;
    expect(dueTimes({ ...berlin, every: 'month', day: 28 }, '2026-01-28T08:00:00Z', 3)).toEqual([
      '2026-02-28T08:00',
      '2026-03-28T08:00',
      '2026-04-28T07:00',
    ]);
    expect(dueTimes({ ...berlin, every: 'week', day: 'monday' }, '2026-01-01T00:00:00Z', 2)).toEqual([
      '2026-01-05T08:00',
      '2026-01-12T08:00',
    ]);
    expect(dueTimes({ ...inZone('Asia/Kolkata'), hour: 0 }, '2026-01-01T00:00:00Z', 2)).toEqual([
      '2026-01-01T18:30',
      '2026-01-02T18:30',
    ]);
  });

  it('follows an hour that clocks leave out, and takes the first of one that they show twice', () => {
    expect(dueTimes(inZone('Europe/Berlin'), '2026-03-28T00:30:00Z', 3)).toEqual([
      '2026-03-28T01:00',
      '2026-03-29T01:00', // 02:00 to 03:00 is left out: 03:00
      '2026-03-30T00:00',
    ]);
    expect(dueTimes(inZone('Europe/Berlin'), '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:00',
      '2026-10-26T01:00',
    ]);
    // Half an hour is left out: 03:00 is the next hour.
    expect(dueTimes(inZone('Australia/Lord_Howe'), '2026-10-03T00:00:00Z', 1)).toEqual(['2026-10-03T16:00']);
    // A day is left out.
    expect(dueTimes({ ...inZone('Pacific/Apia'), hour: 9 }, '2011-12-29T20:00:00Z', 3)).toEqual([
      '2011-12-30T10:00',
      '2011-12-30T19:00',
      '2011-12-31T19:00',
    ]);
  });

  it('is the first moment after which clocks show the hour for the first time on such a day', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'America/Santiago',
      'Asia/Tehran',
      'Africa/Cairo',
    ];
    const schedule = fc.record({
      timeZone: fc.constantFrom(...zones),
      hour: fc.integer({ min: 0, max: 23 }),
    });
    const days = fc.oneof(
      fc.constant({ every: 'day' as const }),
      fc.constantFrom(...WEEKDAYS).map((day) => ({ every: 'week' as const, day })),
      fc.integer({ min: 1, max: 28 }).map((day) => ({ every: 'month' as const, day })),
    );
    const moment = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(schedule, days, moment, (zone, day, after) => {
        const due = nextRun({ ...zone, ...day }, after);
        expect(due).toBeGreaterThan(after);
        const clock = new Intl.DateTimeFormat('en-US', {
          timeZone: zone.timeZone,
          ...{ hour: 'numeric', minute: 'numeric', weekday: 'long', day: 'numeric', hourCycle: 'h23' },
        });
        const shownAt = (ms: number) =>
          Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, value]));
        const isDue = (ms: number): boolean => {
          const shown = shownAt(ms);
          if (Number(shown['hour']) !== zone.hour || Number(shown['minute']) !== 0) return false;
          if (day.every === 'week') return shown['weekday']?.toLowerCase() === day.day;
          return day.every === 'day' || Number(shown['day']) === day.day;
        };
        // No quarter of an hour in between shows it, but where the same hour was shown shortly before.
        const first = Math.ceil((after + 1) / (HOUR_MS / 4)) * (HOUR_MS / 4);
        for (let at = first; at < due; at += HOUR_MS / 4) {
          if (isDue(at)) expect(isDue(at - HOUR_MS) || isDue(at - HOUR_MS / 2)).toBe(true);
        }
        const isLeftOut = Number(shownAt(due - 60_000)['hour']) !== (zone.hour + 23) % 24;
        if (!isLeftOut) expect(isDue(due)).toBe(true);
      }),
    );
  });

  it('needs the name of a time zone', () => {
    expect(['UTC', 'Europe/Berlin', '', 'Europe/Nowhere', '+02:00'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
