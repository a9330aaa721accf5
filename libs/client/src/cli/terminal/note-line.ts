import type { Note, NoteCode } from '../../api/api.js';
import { printable } from './output.js';

/** The option that changes the decision of a note, if there is one. */
const OPTION_OF: Readonly<Record<NoteCode, string | undefined>> = {
  reading_remembered: undefined,
  country_needed: '--country',
  country_column: '--country-column',
  area_code_column: undefined,
  consent_date_column: '--consent-column',
  numbers_without_area_code: '--area-code',
  several_numbers: '--several-numbers',
  other_phone_columns: '--column',
  no_phone_column: '--column',
  lines_skipped: '--header-row',
  encoding_guessed: '--encoding',
  sheet_chosen: '--sheet',
};

/** A decision of the reader of files, with the option that changes it. */
export function noteLine({ code, country, hint, rows }: Note): string {
  // A newer server may have notes of other kinds.
  const option = Object.hasOwn(OPTION_OF, code) ? OPTION_OF[code] : undefined;
  const said = withOptionNames(printable(hint));
  const setting = typeof country === 'string' ? `${option} ${printable(country)}` : option;
  const shown = setting === undefined || said.includes(setting) ? [] : [setting];
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
};

/** A hint of the API in the words of the command line. */
export function withOptionNames(hint: string): string {
  return hint.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => OPTION_FOR_SETTING[name] ?? name);
}
