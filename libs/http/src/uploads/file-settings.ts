import { DialproofError, type FileReading, type SubmitRequest } from '@dialproof/core';
import { SEVERAL_NUMBERS } from '@dialproof/core/model';
import { z } from 'zod';
import { freshWithinShape, readFreshWithin } from '../message/fresh-within.js';
import { TextValues } from '../message/text-values.js';
import { component } from '../wire/common-shapes.js';

export const severalNumbers = component('SeveralNumbers', z.enum(SEVERAL_NUMBERS));

/** `column`: the setting that it takes the place of. */
function positionInsteadOf(column: string, what: string) {
  return z
    .int()
    .min(0)
    .describe(`Position of the column ${what}, counted from 0. It takes the place of ${column}`)
    .optional();
}

/** The settings of an uploaded file. In a form and in a query, every value is text. */
export const fileSettings = component(
  'FileSettings',
  z.object({
    default_country: z.string().describe('ISO 3166 code of the country of national numbers').optional(),
    country_column: z
      .string()
      .describe(
        'Header or position, from 0, of the column that says the country of each row; it is found without this, and none says that no column does',
      )
      .optional(),
    country_column_index: positionInsteadOf('country_column', 'with the country of each row'),
    consent_date_column: z
      .string()
      .describe(
        'Header or position, from 0, of the column with the date of consent of each row; it is found without this if the checker can tell who was given a number since, and none says that no column has it',
      )
      .optional(),
    consent_date_column_index: positionInsteadOf(
      'consent_date_column',
      'with the date of consent of each row',
    ),
    default_area_code: z
      .string()
      .describe('Area code of numbers that are written without one; it needs default_country')
      .optional(),
    several_numbers: severalNumbers
      .describe('How a cell with several numbers is read: as none, or as the first of them')
      .optional(),
    encoding: z
      .string()
      .describe(
        'Encoding of a .csv file: a WHATWG name, such as shift_jis, or a code page of DOS, such as cp850. It is detected without this, except for code pages of DOS, which have to be named',
      )
      .optional(),
    fresh_within: freshWithinShape,
    header_row: z
      .int()
      .min(1)
      .describe('Row of the file, from 1, that holds the header; it is found without this')
      .optional(),
    phone_column: z.string().describe('Header or position, from 0, of the column of phones').optional(),
    phone_column_index: positionInsteadOf('phone_column', 'of phones'),
    reading: z
      .enum(['remembered'])
      .describe(
        'Takes the column settings that this request leaves out, and the row of the header, from the newest file of the account with the same header; a note lists them',
      )
      .optional(),
    sheet: z
      .string()
      .describe('Name of a visible sheet of a workbook; the first one that has rows is read without this')
      .optional(),
  }),
);

const uploadId = z
  .string()
  .describe('The `upload_id` from a preview that has kept its file, instead of the file')
  .optional();

/** The settings of a submitted file. */
export const submitSettings = component(
  'SubmitSettings',
  fileSettings.extend({
    max_credits: z.int().min(0).describe('Refuses a file that would hold more credits than this').optional(),
    upload_id: uploadId,
  }),
);

/** The settings of a previewed file. */
export const previewSettings = component(
  'PreviewSettings',
  fileSettings.extend({
    keep_upload: z
      .boolean()
      .describe(
        'Whether the server keeps the file in memory for some minutes, so that the next preview or the submit need not send it again',
      )
      .optional(),
    upload_id: uploadId,
  }),
);

/** All settings that a form of a file may have. */
export const allSettings = submitSettings.extend(previewSettings.shape);

export type FileField = keyof z.output<typeof allSettings>;

const values = new TextValues(allSettings);

/** The settings of a form for its file. */
export interface FormSettings {
  /** How the file is read, and what it may cost. */
  readonly reading: FileReading &
    Pick<SubmitRequest, 'consentDateColumn' | 'freshWithinMs' | 'maxCredits' | 'remembered'>;
  readonly keepUpload: boolean;
  readonly uploadId: string | undefined;
}

/**
 * The settings of a file. The query's values apply where the form has none; an empty value counts as none. The service checks whether the
 * column, country or encoding exists. Code: `malformed_request`.
 */
export function readFileSettings(
  fields: ReadonlyMap<FileField, string>,
  query: ReadonlyMap<FileField, string>,
): FormSettings {
  const given = new Map<FileField, string>();
  for (const name of values.names) {
    const text = fields.get(name) || query.get(name);
    if (text) given.set(name, text);
  }
  const settings = values.read(given);
  const {
    default_country,
    default_area_code,
    several_numbers,
    encoding,
    fresh_within,
    header_row,
    reading: from,
    sheet,
    max_credits,
    keep_upload = false,
    upload_id,
  } = settings;
  const phoneColumn = columnOf(settings, 'phone_column');
  const countryColumn = columnOf(settings, 'country_column');
  const consentDateColumn = columnOf(settings, 'consent_date_column');
  const reading = {
    ...(phoneColumn === undefined ? {} : { phoneColumn }),
    ...(countryColumn === undefined ? {} : { countryColumn }),
    ...(consentDateColumn === undefined ? {} : { consentDateColumn }),
    ...(default_country === undefined ? {} : { defaultCountry: default_country }),
    ...(default_area_code === undefined ? {} : { defaultAreaCode: default_area_code }),
    ...(several_numbers === undefined ? {} : { severalNumbers: several_numbers }),
    ...(encoding === undefined ? {} : { encoding }),
    ...readFreshWithin(fresh_within),
    ...(header_row === undefined ? {} : { headerRow: header_row }),
    ...(from === undefined ? {} : { remembered: true }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(max_credits === undefined ? {} : { maxCredits: max_credits }),
  };
  return { reading, keepUpload: keep_upload, uploadId: upload_id };
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
