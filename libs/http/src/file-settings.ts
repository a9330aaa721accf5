import { DialproofError, type FileReading, SEVERAL_NUMBERS } from '@dialproof/core';
import { z } from 'zod';
import type { FileField } from './form-fields.js';

/** What a caller may say about a file that is uploaded. In a form and in a query every value is text. */
export const fileSettings = z.object({
  phone_column: z.string().describe('Header or position, from 0, of the column of phones').optional(),
  default_country: z.string().describe('ISO 3166 code of the country of national numbers').optional(),
  default_area_code: z
    .string()
    .describe('Area code of numbers that are written without one; it needs default_country')
    .optional(),
  several_numbers: z
    .enum(SEVERAL_NUMBERS)
    .describe('How a cell with several numbers is read: as none, or as the first of them')
    .optional(),
  encoding: z
    .string()
    .describe(
      'Encoding of a .csv file by its WHATWG name, such as shift_jis, or a code page of DOS, such as cp850; without this it is detected, but for those of DOS',
    )
    .optional(),
  header_row: z
    .int()
    .min(1)
    .describe('Row of the file, from 1, that holds the header; it is found without this')
    .optional(),
} as const satisfies Record<FileField, z.ZodType>);

/** Those of which not every text is a value. Whether there is such a column, country or encoding is for the service to say. */
const EXPECTED = {
  several_numbers: `one of ${SEVERAL_NUMBERS.join(', ')}`,
  header_row: 'the number of a row, counted from 1',
} as const satisfies Partial<Record<FileField, string>>;

/**
 * What a form says about its file, and the query where the form says nothing: an empty value is an input of a form that was left
 * empty. Code: `malformed_request`.
 */
export function readFileSettings(
  fields: ReadonlyMap<FileField, string>,
  query: ReadonlyMap<FileField, string>,
): FileReading {
  const given = (name: FileField): string | undefined => fields.get(name) || query.get(name) || undefined;
  const row = given('header_row');
  const asked = fileSettings.safeParse({
    phone_column: given('phone_column'),
    default_country: given('default_country'),
    default_area_code: given('default_area_code'),
    several_numbers: given('several_numbers'),
    encoding: given('encoding'),
    header_row: row !== undefined && /^\d+$/.test(row) ? Number(row) : row,
  });
  if (!asked.success) {
    const wrong = asked.error.issues[0]?.path[0] === 'header_row' ? 'header_row' : 'several_numbers';
    throw new DialproofError('malformed_request', {
      hint: `"${wrong}" must be ${EXPECTED[wrong]}, not "${given(wrong)}"`,
    });
  }
  const { phone_column, default_country, default_area_code, several_numbers, encoding, header_row } =
    asked.data;
  return {
    ...(phone_column === undefined ? {} : { phoneColumn: phone_column }),
    ...(default_country === undefined ? {} : { defaultCountry: default_country }),
    ...(default_area_code === undefined ? {} : { defaultAreaCode: default_area_code }),
    ...(several_numbers === undefined ? {} : { severalNumbers: several_numbers }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(header_row === undefined ? {} : { headerRow: header_row }),
  };
}
