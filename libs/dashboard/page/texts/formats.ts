/** Writes numbers as a language does, and times as the reader's region does in that language. */
export interface Formats {
  number(value: number): string;
  /** With one decimal at most. */
  percent(share: number): string;
  /** With one decimal, so that a column of them is aligned. */
  percentOfColumn(share: number): string;
  bytes(bytes: number): string;
  /** With its sign. */
  change(value: number): string;
  /** Of a time of the API, or of milliseconds since 1970. */
  dateTime(time: string | number): string;
  date(time: string): string;
  /** How long ago a time of the last day was: 5 minutes ago; undefined for an earlier one. */
  ago(time: string, now: number): string | undefined;
  time(time: string | number): string;
  /** About how long: 3 minutes, 20 seconds. */
  duration(ms: number): string;
  country(code: string): string;
  weekday(name: Weekday): string;
  /** Of a full hour of the day, from 0. */
  hour(hour: number): string;
  /** Of an age of the API: 14d, 12h. */
  age(age: string): string;
  /** Whether decimals have a comma, so that spreadsheets split a .csv at semicolons. */
  readonly decimalComma: boolean;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The first one after 1970 began. */
const MONDAY = 4 * DAY;

/** In the words of the API. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** `wishes`: the languages of the browser, such as en-GB, the first one first. */
export function formatsOf(language: string, wishes: readonly string[] = []): Formats {
  const locale = wishes.find((wish) => wish.split('-')[0] === language && isKnown(wish)) ?? language;
  const numbers = (options?: Intl.NumberFormatOptions) =>
    once(() => new Intl.NumberFormat(language, options));
  const times = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(locale, options));
  const number = numbers();
  const change = numbers({ signDisplay: 'exceptZero' });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 1 });
  const aligned = numbers({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const dateTime = times({ dateStyle: 'medium', timeStyle: 'short' });
  const date = times({ dateStyle: 'medium' });
  const time = times({ timeStyle: 'medium' });
  const weekday = times({ weekday: 'long', timeZone: 'UTC' });
  const hourOfDay = times({ timeStyle: 'short', timeZone: 'UTC' });
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const countries = once(() => new Intl.DisplayNames(language, { type: 'region' }));
  const unit = (name: string, value: number, unitDisplay: 'long' | 'short', digits = 0) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay,
      maximumFractionDigits: digits,
    }).format(value);
  return {
    number: (value) => number().format(value),
    // Figures of a column line up with a minus sign, which is as wide as a plus.
    change: (value) => change().format(value).replace('-', '\u2212'),
    percent: (share) => percent().format(share),
    percentOfColumn: (share) => aligned().format(share),
    bytes(bytes) {
      if (bytes < 1_000) return unit('byte', bytes, 'long');
      return bytes < 1_000_000
        ? unit('kilobyte', bytes / 1_000, 'short')
        : unit('megabyte', bytes / 1_000_000, 'short', 1);
    },
    dateTime: (value) => dateTime().format(new Date(value)),
    date: (value) => date().format(new Date(value)),
    ago(value, now) {
      // The server's clock may be ahead.
      const ms = Math.max(0, now - Date.parse(value));
      if (ms >= DAY) return undefined;
      if (ms >= HOUR) return relative().format(-Math.floor(ms / HOUR), 'hour');
      if (ms >= MINUTE) return relative().format(-Math.floor(ms / MINUTE), 'minute');
      return relative().format(0, 'second');
    },
    time: (value) => time().format(new Date(value)),
    duration(ms) {
      if (ms < 90 * SECOND) return unit('second', Math.max(1, Math.round(ms / SECOND)), 'long');
      if (ms < 90 * MINUTE) return unit('minute', Math.round(ms / MINUTE), 'long');
      return unit('hour', ms / HOUR, 'long', 1);
    },
    country: (code) => countries().of(code) ?? code,
    weekday: (name) => weekday().format(MONDAY + WEEKDAYS.indexOf(name) * DAY),
    hour: (hour) => hourOfDay().format(hour * HOUR),
    age(age) {
      const [, count = '', unitOfAge = ''] = /^(\d+)([dh])$/.exec(age) ?? [];
      return count === '' ? age : unit(unitOfAge === 'd' ? 'day' : 'hour', Number(count), 'long');
    },
    get decimalComma() {
      return number().format(1.5).includes(',');
    },
  };
}

/** Makes something when it is first needed. Browsers take milliseconds for each format, and a page needs few of them to begin. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** False for a tag that no browser can write in, such as en-US@posix of a Linux locale: formats of it throw. */
function isKnown(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

/** A noun in the forms that a language counts it in, such as one and other (Unicode CLDR's plural rules). */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Writes a count with its noun: `1 row`, `2,000 rows`. */
export function counted(language: string, forms: Forms): (count: number) => string {
  const rules = once(() => new Intl.PluralRules(language));
  const format = once(() => new Intl.NumberFormat(language));
  return (count) => `${format().format(count)} ${forms[rules().select(count)] ?? forms.other}`;
}
