import { readMaxCredits } from '../batch/intake/affordable.js';
import { LAST_SCHEDULED_DAY, type ListSchedule, MAX_LIST_NAME_CHARS, WEEKDAYS } from '../model/phone-list.js';
import type { ListSettings } from './phone-lists.js';

/** Throws TypeError or RangeError for settings that the host should have checked. */
export function assertListSettings({
  freshWithinMs,
  keyColumn,
  maxCredits,
  name,
  schedule,
  taskId,
}: Partial<ListSettings>): void {
  if (name !== undefined && !isName(name)) {
    throw new TypeError(`the name of a list must be text of 1 to ${MAX_LIST_NAME_CHARS} characters`);
  }
  if (keyColumn !== undefined && keyColumn !== null && !isName(keyColumn)) {
    throw new TypeError(`the keyColumn of a list must be text of 1 to ${MAX_LIST_NAME_CHARS} characters`);
  }
  if (taskId !== undefined && typeof taskId !== 'string')
    throw new TypeError('the taskId of a list must be text');
  if (
    freshWithinMs !== undefined &&
    freshWithinMs !== null &&
    !(Number.isSafeInteger(freshWithinMs) && freshWithinMs > 0)
  ) {
    throw new RangeError(`freshWithinMs must be a whole number above 0, not ${freshWithinMs}`);
  }
  if (maxCredits !== undefined && maxCredits !== null) readMaxCredits(maxCredits);
  if (schedule !== undefined && schedule !== null && !isSchedule(schedule)) {
    throw new TypeError(`no schedule of a list: ${JSON.stringify(schedule)}`);
  }
}

function isName(name: unknown): boolean {
  // A character beyond U+FFFF counts once, as in JSON Schema.
  return typeof name === 'string' && name !== '' && [...name].length <= MAX_LIST_NAME_CHARS;
}

function isSchedule(schedule: ListSchedule): boolean {
  const { every, hour, timeZone } = schedule;
  if (!isWithin(hour, 0, 23) || typeof timeZone !== 'string' || !isTimeZone(timeZone)) return false;
  switch (every) {
    case 'day':
      return true;
    case 'week':
      return WEEKDAYS.includes(schedule.day);
    case 'month':
      return isWithin(schedule.day, 1, LAST_SCHEDULED_DAY);
    default:
      return false;
  }
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Monthly schedules have a due time within this many days. */
const MOST_DAYS = 33;

/**
 * The first time of a schedule after `after`, in milliseconds since 1970. Clocks are read through `Intl`, which has the rules of every time
 * zone: a library for cron expressions would be a further dependency and would handle changes to summer time in its own way. Throws
 * RangeError for a time zone that this machine does not know.
 */
export function nextRun(schedule: ListSchedule, after: number): number {
  const local = localClock(schedule.timeZone);
  // Begins with the day before, since clocks may skip the end of a day.
  const today = Math.floor(local(after) / DAY_MS) * DAY_MS - DAY_MS;
  for (let days = 0; days <= MOST_DAYS; days += 1) {
    const day = today + days * DAY_MS;
    if (!isDay(schedule, new Date(day))) continue;
    const due = instantOf(day + schedule.hour * HOUR_MS, local);
    if (due > after) return due;
  }
  throw new RangeError(`the schedule has no time within ${MOST_DAYS} days of ${after}`);
}

/** `date`: the local day, as UTC. */
function isDay(schedule: ListSchedule, date: Date): boolean {
  switch (schedule.every) {
    case 'day':
      return true;
    case 'week':
      return WEEKDAYS[date.getUTCDay()] === schedule.day;
    case 'month':
      return date.getUTCDate() === schedule.day;
    default:
      return schedule satisfies never;
  }
}

/**
 * The first moment at which clocks show a local time. If clocks skip that time, as in spring, it is the next hour that they show. `wanted`
 * and the results of `local` are the milliseconds at which clocks of UTC show the local time.
 */
function instantOf(wanted: number, local: (ms: number) => number): number {
  const offsetAt = (ms: number): number => local(ms) - ms;
  const before = wanted - offsetAt(wanted - DAY_MS);
  const after = wanted - offsetAt(wanted + DAY_MS);
  const shown = [before, after].filter((ms) => local(ms) === wanted);
  return shown.length > 0 ? Math.min(...shown) : instantOf(wanted + HOUR_MS, local);
}

/** Returns the local time of a zone at a moment, as the milliseconds at which clocks of UTC show that time. */
function localClock(timeZone: string): (ms: number) => number {
  const format = clockFormat(timeZone);
  return (ms) => {
    const parts = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (ms - Math.floor(ms / 1_000) * 1_000);
  };
}

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  const whole = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-US', { timeZone, ...whole, ...time });
}

/** Whether it is the name of a time zone, such as `Europe/Berlin` or `UTC`. Offsets are refused, since they have no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    clockFormat(name);
    return true;
  } catch {
    return false;
  }
}
