/** Whether a number was given to somebody else since a date of consent. */
export const REASSIGNED = ['yes', 'no', 'unknown'] as const;
export type Reassigned = (typeof REASSIGNED)[number];

declare const brand: unique symbol;

/** The day on which the owner of a number gave consent, such as `2024-05-01`. Made by {@link consentDate} alone. */
export type ConsentDate = string & { readonly [brand]: 'ConsentDate' };

/** The dates of consent by number. */
export type ConsentDates = ReadonlyMap<string, ConsentDate>;

/** A date of ISO 8601, with dashes or without, and perhaps a time of day behind it, whose value does not matter. */
const ISO =
  /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ]\d\d:?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$/i;

/** Longer texts are not parsed: a cell may have megabytes. */
const MAX_CHARS = 64;
const DAY_MS = 86_400_000;

/**
 * The day in a text, as written: a time zone does not change it. Undefined for a text in another form, such as `03/04/2025`, whose month is
 * not clear, for a day that does not exist, one before 1970, and one in the future. Tomorrow in UTC is accepted: it may be today for its
 * writer.
 */
export function consentDate(text: string, now: number): ConsentDate | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const [, year = '', , month = '', day = ''] = ISO.exec(text.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  if (!(time >= 0 && time <= now + DAY_MS) || dayOf(time) !== date) return undefined;
  // The only place that sets the brand, after the text was tested.
  return date as ConsentDate;
}

/** The date for the checker: a date of tomorrow in UTC becomes today, since no checker knows the future. */
export function askedDate(date: ConsentDate, now: number): ConsentDate {
  // Today is a day that `consentDate` would accept.
  const today = dayOf(now) as ConsentDate;
  return date < today ? date : today;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
