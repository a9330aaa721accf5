import { DialproofError, type FileReading, type SubmitRequest } from '@dialproof/core';
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
    phone_column_index,
    country_column,
    default_country,
    default_area_code,
    several_numbers,
    encoding,
    header_row,
    sheet,
    max_credits,
  } = values.read(given);
  if (phone_column !== undefined && phone_column_index !== undefined) throw twoColumns();
  const phoneColumn = phone_column ?? phone_column_index;
  return {
    ...(phoneColumn === undefined ? {} : { phoneColumn }),
    ...(country_column === undefined ? {} : { countryColumn: country_column }),
    ...(default_country === undefined ? {} : { defaultCountry: default_country }),
    ...(default_area_code === undefined ? {} : { defaultAreaCode: default_area_code }),
    ...(several_numbers === undefined ? {} : { severalNumbers: several_numbers }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(header_row === undefined ? {} : { headerRow: header_row }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(max_credits === undefined ? {} : { maxCredits: max_credits }),
  };
}

function twoColumns(): DialproofError {
  return new DialproofError('malformed_request', {
    hint: '"phone_column" and "phone_column_index" both name the column; leave one of them out',
  });
}
