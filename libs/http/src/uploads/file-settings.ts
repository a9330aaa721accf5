import type { FileReading, SubmitRequest } from '@dialproof/core';
import { TextValues } from '../message/text-values.js';
import { submitSettings } from '../wire/queries.js';
import type { FileField } from './form-fields.js';

const values = new TextValues(submitSettings);

/**
 * What a form says about its file, and the query where the form says nothing: an empty value is an input of a form that was left
 * empty. Whether there is such a column, country or encoding is for the service to say. Code: `malformed_request`.
 */
export function readFileSettings(
  fields: ReadonlyMap<FileField, string>,
  query: ReadonlyMap<FileField, string>,
): FileReading & Pick<SubmitRequest, 'maxCredits'> {
  const given = new Map<FileField, string>();
  for (const name of values.names) {
    const text = fields.get(name) || query.get(name);
    if (text) given.set(name, text);
  }
  const {
    phone_column,
    default_country,
    default_area_code,
    several_numbers,
    encoding,
    header_row,
    max_credits,
  } = values.read(given);
  return {
    ...(phone_column === undefined ? {} : { phoneColumn: phone_column }),
    ...(default_country === undefined ? {} : { defaultCountry: default_country }),
    ...(default_area_code === undefined ? {} : { defaultAreaCode: default_area_code }),
    ...(several_numbers === undefined ? {} : { severalNumbers: several_numbers }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(header_row === undefined ? {} : { headerRow: header_row }),
    ...(max_credits === undefined ? {} : { maxCredits: max_credits }),
  };
}
