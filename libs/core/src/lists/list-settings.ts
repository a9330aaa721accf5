import { readMaxCredits } from '../batch/intake/affordable.js';
import { LAST_SCHEDULED_DAY, type ListSchedule, MAX_LIST_NAME_CHARS, WEEKDAYS } from '../model/phone-list.js';
import { isTimeZone } from './next-run.js';
import type { ListSettings } from './phone-lists.js';

/** Throws TypeError or RangeError for settings that the host should have checked. */
export function assertListSettings({
  freshWithinMs,
  maxCredits,
  name,
  schedule,
  taskId,
}: Partial<ListSettings>): void {
  if (name !== undefined && !isName(name)) {
    throw new TypeError(`the name of a list must be text of 1 to ${MAX_LIST_NAME_CHARS} characters`);
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
