import { DialproofError, type FileReading, type SubmitRequest } from '@dialproof/core';
import { SEVERAL_NUMBERS } from '@dialproof/core/model';
import { z } from 'zod';
import { freshWithinShape, readFreshWithin } from '../message/fresh-within.js';
import { TextValues } from '../message/text-values.js';
import { component, optionalFlag, optionalText } from '../wire/common-shapes.js';
import { given } from '../wire/wire-values.js';

export const severalNumbers = component('SeveralNumbers').words(SEVERAL_NUMBERS);

/** `column`: the setting that it takes the place of. */
function positionInsteadOf(column: string, what: string) {
  return z
    .int()
    .min(0)
    .describe(`Position of the column ${what}, from 0. Give it instead of ${column}`)
    .optional();
}

/** The settings of an uploaded file. In a form and in a query, every value is text. */
export const fileSettings = component('FileSettings').open({
  default_country: optionalText.describe('ISO 3166 code of the country of national numbers'),
  country_column: optionalText.describe(
    'The column with the country of each row, by its header or its position from 0. none: there is no such column. Without this, the server finds it',
  ),
  country_column_index: positionInsteadOf('country_column', 'with the country of each row'),
  consent_date_column: optionalText.describe(
    'The column with the date of consent of each row, by its header or its position from 0. none: there is no such column. Without this, the server finds it, if the checker can tell whether a number was given to somebody else',
  ),
  consent_date_column_index: positionInsteadOf('consent_date_column', 'with the date of consent of each row'),
  default_area_code: optionalText.describe(
    'Area code of numbers that are written without one. It needs default_country',
  ),
  several_numbers: severalNumbers
    .describe('How a cell with several numbers is read: as none, or as the first of them')
    .optional(),
  encoding: optionalText.describe(
    'Encoding of a .csv file: a WHATWG name, such as shift_jis, or a code page of DOS, such as cp850. Without this, the server detects it, but no code page of DOS',
  ),
  fresh_within: freshWithinShape,
  header_row: z
    .int()
    .min(1)
    .describe('Row of the file, from 1, that holds the header. Without this, the server finds it')
    .optional(),
  phone_column: optionalText.describe(
    'The column of phones, by its header or its position from 0. Without this, the server finds it',
  ),
  phone_column_index: positionInsteadOf('phone_column', 'of phones'),
  reading: z
    .enum(['remembered'])
    .describe(
      'remembered: the newest file of the account with the same header gives the column settings and the row of the header, as far as this request leaves them out. A note lists them',
    )
    .optional(),
  sheet: optionalText.describe(
    'Name of a visible sheet of a workbook. Without this, the server reads the first one that has rows',
  ),
});

const uploadId = optionalText.describe(
  'The `upload_id` of a preview that has kept its file. Give it instead of the file',
);

/** The settings of a submitted file. */
export const submitSettings = component('SubmitSettings').extending(fileSettings, {
  max_credits: z.int().min(0).describe('Refuses a file that would hold more credits than this').optional(),
  upload_id: uploadId,
});

/** The settings of a previewed file. */
export const previewSettings = component('PreviewSettings').extending(fileSettings, {
  keep_upload: optionalFlag.describe(
    'Whether the server keeps the file in memory for some minutes. Then the next preview or the submit need not send it again',
  ),
  upload_id: uploadId,
});

/** All settings that a form of a file may have. */
export const allSettings = submitSettings.extend(previewSettings.shape);

export type FileField = keyof z.output<typeof allSettings>;

/** The fields of a form: these settings, and those of its operation. */
export type FormValues = Pick<TextValues<z.ZodObject>, 'names' | 'read'>;

const fileValues: FormValues = new TextValues(allSettings);

/** The fields of a form with a file and settings of this shape. */
export function formValues(shape: z.ZodObject): FormValues {
  return new TextValues(allSettings.extend(shape.shape));
}

/** The settings of a form for its file. */
export interface FormSettings {
  /** How the file is read, and what it may cost. */
  readonly reading: FileReading &
    Pick<SubmitRequest, 'consentDateColumn' | 'freshWithinMs' | 'maxCredits' | 'remembered'>;
  readonly keepUpload: boolean;
  readonly uploadId: string | undefined;
  /** The settings that are the operation's alone. */
  readonly own: Readonly<Record<string, unknown>>;
}

/**
 * The settings of a file. The query's values apply where the form has none; an empty value counts as none. The service checks whether the
 * column, country or encoding exists. Code: `malformed_request`.
 */
export function readFileSettings(
  fields: ReadonlyMap<string, string>,
  query: ReadonlyMap<string, string>,
  values = fileValues,
): FormSettings {
  const texts = new Map<string, string>();
  for (const name of values.names) {
    const text = fields.get(name) || query.get(name);
    if (text) texts.set(name, text);
  }
  const read = values.read(texts);
  // The shape of every form is made of this one.
  const settings = read as z.output<typeof allSettings>;
  const own = Object.entries(read).filter(([name]) => !Object.hasOwn(allSettings.shape, name));
  const { keep_upload = false, upload_id: uploadId } = settings;
  const { default_country, default_area_code, several_numbers, encoding, header_row, sheet, max_credits } =
    settings;
  const reading = {
    ...given({
      phone_column: columnOf(settings, 'phone_column'),
      country_column: columnOf(settings, 'country_column'),
      consent_date_column: columnOf(settings, 'consent_date_column'),
      ...{ default_country, default_area_code, several_numbers, encoding, header_row, sheet, max_credits },
      remembered: settings.reading && true,
    }),
    ...readFreshWithin(settings.fresh_within),
  };
  return { reading, keepUpload: keep_upload, uploadId, own: Object.fromEntries(own) };
}

/** The column that a request names with this setting, or by its position. */
function columnOf(
  settings: z.output<typeof allSettings>,
  name: 'phone_column' | 'country_column' | 'consent_date_column',
): string | number | undefined {
  const { [name]: named, [`${name}_index` as const]: position } = settings;
  if (named === undefined || position === undefined) return named ?? position;
  throw new DialproofError('malformed_request', {
    hint: `"${name}" and "${name}_index" both name the column; leave one of them out`,
  });
}
