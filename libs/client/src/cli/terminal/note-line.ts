import type { Note } from '../../api/api.js';
import { printable } from './output.js';

/** A decision of the reader of files, with the option that changes it. */
export function noteLine({ country, hint, rows }: Note): string {
  const said = withOptionNames(printable(hint));
  const shown = typeof country === 'string' ? [`--country ${printable(country)}`] : [];
  if (rows !== null) shown.push(rows === 1 ? 'for up to 1 row' : `for up to ${rows} rows`);
  return `Note: ${said}${shown.length === 0 ? '' : ` (${shown.join(' ')})`}`;
}

/** The settings of the API in the words of the command line. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    consent_date: '--consent-date',
    consent_date_column: '--consent-column',
    country_column: '--country-column',
    default_area_code: '--area-code',
    default_country: '--country',
    encoding: '--encoding',
    fresh_within: '--fresh-within',
    header_row: '--header-row',
    max_credits: '--max-credits',
    phone_column: '--column',
    several_numbers: '--several-numbers',
    sheet: '--sheet',
    "the body's name": '--name',
    "the body's schedule": '--schedule',
    "the body's schedule.day": 'the day of --schedule',
    "the body's schedule.hour": 'the hour of --schedule',
    "the body's schedule.time_zone": 'the time zone of --schedule',
  }),
);

/** Text of the caller's file or request, which may be cut; or a setting with its value. */
const QUOTED_OR_SETTING = /"(?:[^"\\]|\\.)*(?:"|$)|\b([a-z_]+)=/g;

/**
 * A hint of the API in the words of the command line. A hint names a setting in two ways: as name=value, or in quotation marks at its
 * beginning if the value is wrong. Other words in quotation marks stay: a header of a file may have the name of a setting.
 */
export function withOptionNames(hint: string): string {
  return hint
    .replace(
      /^(the body's )?"([a-z_.]+)"(?= )/,
      (said, of = '', name) => WORDS.get(`${of}${name}`) ?? WORDS.get(name) ?? said,
    )
    .replace(QUOTED_OR_SETTING, (said, name) => {
      const word = WORDS.get(name);
      return word === undefined ? said : `${word} `;
    })
    .replace(/in "phones" at position (\d+)/, (_said, position) => `number ${Number(position) + 1}`);
}
