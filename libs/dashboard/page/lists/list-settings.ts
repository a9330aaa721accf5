import type { ListRequest, ListRun, ListSchedule, PhoneList, Task } from '@dialproof/client';
import type { Texts } from '../texts/en.js';
import type { Formats, Weekday } from '../texts/formats.js';

export const SCHEDULE_CHOICES = ['never', 'day', 'week', 'month'] as const;

/** The settings of a list as its form has them: also what is not chosen keeps its place. */
export interface ListSettings {
  readonly name: string;
  readonly every: (typeof SCHEDULE_CHOICES)[number];
  readonly weekday: Weekday;
  readonly monthDay: number;
  readonly hour: number;
  readonly timeZone: string;
  /** An age as the API takes it; empty: all numbers are checked. */
  readonly fresh: string;
  /** As it was written; empty: no limit. */
  readonly maxCredits: string;
  /** Empty: changes do not name their row. */
  readonly keyColumn: string;
}

function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Those of a new list: at each second or third of its monthly runs, a number is checked again. */
export function newSettings(name: string): ListSettings {
  const timeZone = ownTimeZone();
  const schedule = { every: 'month', weekday: 'monday', monthDay: 1, hour: 9, timeZone } as const;
  return { name, ...schedule, fresh: '60d', maxCredits: '', keyColumn: '' };
}

export function settingsOf({
  fresh_within,
  key_column,
  max_credits,
  name,
  schedule,
}: PhoneList): ListSettings {
  const settings = newSettings(name);
  const { day, every, hour, time_zone } = schedule ?? {};
  return {
    name,
    every: every ?? 'never',
    weekday: typeof day === 'string' ? day : settings.weekday,
    monthDay: typeof day === 'number' ? day : settings.monthDay,
    hour: hour ?? settings.hour,
    timeZone: time_zone ?? settings.timeZone,
    fresh: fresh_within ?? '',
    maxCredits: max_credits === null ? '' : String(max_credits),
    keyColumn: key_column ?? '',
  };
}

/** The settings as the API takes them. */
export function requestOf(settings: ListSettings): Omit<ListRequest, 'task_id'> {
  const { fresh, maxCredits, name } = settings;
  const keyColumn = settings.keyColumn.trim();
  return {
    name: name.trim(),
    schedule: scheduleOf(settings),
    fresh_within: fresh === '' ? null : fresh,
    max_credits: maxCredits === '' ? null : Number(maxCredits),
    key_column: keyColumn === '' ? null : keyColumn,
  };
}

function scheduleOf({ every, hour, monthDay, timeZone, weekday }: ListSettings): ListSchedule | null {
  const time = { hour, time_zone: timeZone };
  switch (every) {
    case 'never':
      return null;
    case 'day':
      return { every, ...time };
    case 'week':
      return { every, ...time, day: weekday };
    case 'month':
      return { every, ...time, day: monthDay };
    default:
      return every satisfies never;
  }
}

/** A schedule in words. */
export function scheduleText(schedule: ListSchedule | null, { lists }: Texts, formats: Formats): string {
  if (schedule === null) return lists.scheduled.never;
  const { day, hour, time_zone: zone } = schedule;
  const hourText = formats.hour(hour);
  // All other times of the page are those of the reader.
  const time = zone === ownTimeZone() ? hourText : lists.inZone(hourText, zone);
  if (day === undefined) return lists.scheduled.day(time);
  return typeof day === 'number'
    ? lists.scheduled.month(day, time)
    : lists.scheduled.week(formats.weekday(day), time);
}

/** The most that a run may cost; undefined as long as no run says how many numbers there are. `run`: the newest that is done. */
export function costAtMost({ max_credits }: PhoneList, run: ListRun | undefined): number | undefined {
  if (run === undefined) return max_credits ?? undefined;
  const numbers = run.numbers ?? run.total;
  return Math.min(numbers, max_credits ?? numbers);
}

/** A run as its task would be shown: all of its rows were processed. */
export function rowsOf({ summary, total }: ListRun): Pick<Task, 'processed' | 'summary' | 'total'> {
  return { summary, total, processed: total };
}
