import { Option } from 'commander';
import { type FileSettings, SEVERAL_NUMBERS, type SeveralNumbers } from '../../../api/api.js';
import { type ProgramCommand, wholeNumber } from '../../command-line/options.js';

/** The options that say how a file is read, and how old its answers may be. */
export interface ReadingOptions {
  readonly column?: string;
  readonly country?: string;
  readonly countryColumn?: string;
  readonly consentColumn?: string;
  readonly freshWithin?: string;
  readonly remembered?: true;
  readonly areaCode?: string;
  readonly severalNumbers?: SeveralNumbers;
  readonly headerRow?: number;
  readonly sheet?: string;
  readonly encoding?: string;
}

export function withReadingOptions(command: ProgramCommand): ProgramCommand {
  for (const option of readingOptions()) command.addOption(option);
  return command;
}

/** The same for a command whose help has no room for them, and that has a `--fresh-within` of its own. */
export function withHiddenReadingOptions(command: ProgramCommand): ProgramCommand {
  for (const option of readingOptions())
    if (option.long !== '--fresh-within') command.addOption(option.hideHelp());
  return command;
}

/** Names of these options in the options of a command. */
export function readingOptionNames(): readonly string[] {
  return readingOptions().map((option) => option.attributeName());
}

function readingOptions(): readonly Option[] {
  return [
    new Option('--column <name>', 'the column of phones, by its header or from 0'),
    new Option('--country <code>', 'the country of national numbers: DE, US, ...'),
    new Option('--country-column <name>', 'the column of countries, by its header, or none'),
    new Option('--consent-column <name>', 'the column of dates of consent, or none'),
    new Option('--fresh-within <age>', 'take answers known since: 14d, 12h'),
    new Option('--remembered', 'read it as the last file with this header'),
    new Option('--area-code <code>', 'the area code of numbers without one'),
    new Option('--several-numbers <how>', 'cells with several numbers: unknown, or first').choices(
      SEVERAL_NUMBERS,
    ),
    new Option('--header-row <row>', 'the row of the header, from 1').argParser(wholeNumber(1)),
    new Option('--sheet <name>', 'the sheet of a workbook'),
    new Option('--encoding <name>', 'the encoding of a .csv: windows-1251, cp850, ...'),
  ];
}

/** The settings of the API for these options. */
export function settingsOf(options: ReadingOptions): FileSettings {
  return {
    phone_column: options.column,
    default_country: options.country,
    country_column: options.countryColumn,
    consent_date_column: options.consentColumn,
    fresh_within: options.freshWithin,
    reading: options.remembered && 'remembered',
    default_area_code: options.areaCode,
    several_numbers: options.severalNumbers,
    header_row: options.headerRow,
    sheet: options.sheet,
    encoding: options.encoding,
  };
}
