import { InvalidArgumentError } from 'commander';
import type { ListChange, ListSchedule } from '../../api/api.js';
import { type ProgramCommand, wholeNumber } from '../command-line/options.js';
import { minuteOf } from '../terminal/format.js';

export const NONE = 'none';

/** The settings of a list, as options. `none` takes a setting away. */
export interface ListOptions {
  readonly name?: string;
  readonly task?: string;
  readonly schedule?: ListSchedule | typeof NONE;
  readonly freshWithin?: string;
  readonly maxCredits?: number | typeof NONE;
  readonly keyColumn?: string;
}

export function withListOptions(command: ProgramCommand): ProgramCommand {
  return command
    .option('--name <name>', 'the name of the list')
    .option('--task <id>', 'of set: a newer task, to take its rows')
    .option('--schedule <when>', '"month 1 9 Europe/Paris", "week monday 9 UTC", none', orNone(readSchedule))
    .option('--fresh-within <age>', 'ask only about what is older, such as 60d')
    .option('--max-credits <n>', 'skip a run that would hold more', orNone(wholeNumber(0)))
    .with('keyColumn');
}

export const LIST_OPTIONS = [
  'name',
  'task',
  'schedule',
  'freshWithin',
  'maxCredits',
  'keyColumn',
] as const satisfies readonly (keyof ListOptions)[];

/** The library takes null for a missing value, so the word stays until the settings are made. */
function orNone<Value>(read: (text: string) => Value): (text: string) => Value | typeof NONE {
  return (text) => (text === NONE ? NONE : read(text));
}

/** The server knows the days and the time zones. */
function readSchedule(text: string): ListSchedule {
  const [every, ...rest] = text.trim().split(/\s+/);
  const [zone, hour, day, ...more] = rest.toReversed();
  const isComplete = zone !== undefined && /^\d{1,2}$/.test(hour ?? '') && more.length === 0;
  if (
    !isComplete ||
    (every !== 'day' && every !== 'week' && every !== 'month') ||
    (every === 'day') === (day !== undefined)
  ) {
    throw new InvalidArgumentError(
      'It takes day, week or month, the day, the hour and the time zone: "month 1 9 Europe/Berlin".',
    );
  }
  const named = /^\d+$/.test(day ?? '') ? Number(day) : day?.toLowerCase();
  // A wrong day is refused by the server, which says what it takes.
  const ofDay = (named === undefined ? {} : { day: named }) as Pick<ListSchedule, 'day'>;
  return { every, ...ofDay, hour: Number(hour), time_zone: zone };
}

/** The settings as the API takes them. */
export function settingsOf({ name, task, ...options }: ListOptions): ListChange {
  const named = {
    schedule: options.schedule,
    fresh_within: options.freshWithin,
    max_credits: options.maxCredits,
    key_column: options.keyColumn,
  };
  const given = Object.entries({ name, task_id: task, ...named }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([of, value]) => [of, of in named && value === NONE ? null : value]));
}

/** The same words as of the option. */
export function scheduleText(schedule: ListSchedule | null): string {
  if (schedule === null) return NONE;
  const { day, every, hour, time_zone } = schedule;
  return [every, ...(day === undefined ? [] : [day]), hour, time_zone].join(' ');
}

export function timeOrNone(time: string | null): string {
  return time === null ? '' : minuteOf(time);
}
