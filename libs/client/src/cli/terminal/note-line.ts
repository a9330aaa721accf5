import type { Note } from '../../api/api.js';
import { printable } from './output.js';

/** A decision of the reader of files, with the option that changes it. */
export function noteLine({ country, hint, rows }: Note): string {
  const said = withOptionNames(printable(hint));
  const shown = typeof country === 'string' ? [`--country ${printable(country)}`] : [];
  if (rows !== null) shown.push(rows === 1 ? 'for up to 1 row' : `for up to ${rows} rows`);
  return `Note: ${said}${shown.length === 0 ? '' : ` (${shown.join(' ')})`}`;
}

/** The options for the settings of the API that its hints name. */
const OPTION_FOR_SETTING: Readonly<Record<string, string>> = {
  phone_column: '--column',
  default_country: '--country',
  country_column: '--country-column',
  consent_date_column: '--consent-column',
  default_area_code: '--area-code',
  several_numbers: '--several-numbers',
  header_row: '--header-row',
  max_credits: '--max-credits',
  '"encoding"': '--encoding',
  '"sheet"': '--sheet',
};

/** A hint of the API in the words of the command line. */
export function withOptionNames(hint: string): string {
  return hint.replace(
    /"(?:encoding|sheet)"|\b[a-z]+(?:_[a-z]+)+\b/g,
    (name) => OPTION_FOR_SETTING[name] ?? name,
  );
}
