import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { propertySchemas } from '../openapi/json-schemas.js';
import { allSettings, type FileField, formValues, readFileSettings } from './file-settings.js';
import { FILE_FIELDS } from './form-fields.js';

type Given = Partial<Record<FileField, string>>;

function read(fields: Given, query: Given = {}) {
  return readFileSettings(valuesOf(fields), valuesOf(query)).reading;
}

function valuesOf(given: Given): ReadonlyMap<FileField, string> {
  return new Map(FILE_FIELDS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}

describe('readFileSettings', () => {
  it('gives nothing that was not given', () => {
    expect(read({})).toEqual({});
  });

  it('gives all of them in the words of the service', () => {
    const given = {
      phone_column: 'Handy',
      default_country: 'DE',
      default_area_code: '030',
      several_numbers: 'first',
      encoding: 'Shift_JIS',
      header_row: '11',
      fresh_within: '12h',
      reading: 'remembered',
      sheet: ' März ',
      max_credits: '500',
    };
    const settings = {
      phoneColumn: 'Handy',
      remembered: true,
      defaultCountry: 'DE',
      defaultAreaCode: '030',
      severalNumbers: 'first',
      encoding: 'Shift_JIS',
      headerRow: 11,
      freshWithinMs: 43_200_000,
      sheet: ' März ',
      maxCredits: 500,
    };
    expect(read(given)).toEqual(settings);
    expect(read({}, given)).toEqual(settings);
  });

  it.each<[FileField, string, string, object]>([
    ['default_area_code', '30', '40', { defaultAreaCode: '30' }],
    ['several_numbers', 'unknown', 'first', { severalNumbers: 'unknown' }],
    ['encoding', 'big5', 'euc-kr', { encoding: 'big5' }],
    ['header_row', '2', '3', { headerRow: 2 }],
    ['sheet', 'People', 'Cover', { sheet: 'People' }],
    ['phone_column_index', '2', '3', { phoneColumn: 2 }],
    ['country_column_index', '2', '3', { countryColumn: 2 }],
    ['consent_date_column_index', '0', '3', { consentDateColumn: 0 }],
    // An ignored value is not reported.
    ['header_row', '2', 'second', { headerRow: 2 }],
  ])('has the %s of the form count more than that of the query', (name, field, parameter, settings) => {
    expect(read({ [name]: field }, { [name]: parameter })).toEqual(settings);
  });

  it.each(FILE_FIELDS)('takes an empty %s for none', (name) => {
    expect(read({ [name]: '' }, { [name]: '' })).toEqual({});
  });

  it('uses the query when a form leaves its input empty', () => {
    expect(read({ header_row: '' }, { header_row: '4' })).toEqual({ headerRow: 4 });
    expect(read({ several_numbers: '' }, { several_numbers: 'first' })).toEqual({ severalNumbers: 'first' });
  });

  it.each<[FileField, string, string]>([
    ['several_numbers', 'second', '"several_numbers" must be one of unknown, first, not "second"'],
    ['several_numbers', 'First', '"several_numbers" must be one of unknown, first, not "First"'],
    ['max_credits', '-1', '"max_credits" must be a whole number from 0, not "-1"'],
    ['header_row', '0', '"header_row" must be a whole number from 1, not "0"'],
    ['header_row', '-1', '"header_row" must be a whole number from 1, not "-1"'],
    ['header_row', '1.5', '"header_row" must be a whole number from 1, not "1.5"'],
    ['header_row', '1e1', '"header_row" must be a whole number from 1, not "1e1"'],
    ['header_row', ' ', '"header_row" must be a whole number from 1, not " "'],
    ['header_row', 'Telefon', '"header_row" must be a whole number from 1, not "Telefon"'],
    ['phone_column_index', '-1', '"phone_column_index" must be a whole number from 0, not "-1"'],
    ['phone_column_index', 'Handy', '"phone_column_index" must be a whole number from 0, not "Handy"'],
    // It may be a phone number.
    ['header_row', '9'.repeat(30), '"header_row" must be a whole number from 1, not a number of 30 digits'],
  ])('refuses a %s of %s', (name, value, hint) => {
    const refusal = expect.objectContaining({ code: 'malformed_request', hint });
    expect(() => read({ [name]: value })).toThrow(refusal);
    expect(() => read({}, { [name]: value })).toThrow(refusal);
  });

  it.each([
    ['phone_column', 'phoneColumn'],
    ['country_column', 'countryColumn'],
    ['consent_date_column', 'consentDateColumn'],
  ] as const)(
    'takes one name of the %s, whether each stands in the form or in the query',
    (field, setting) => {
      const refusal = expect.objectContaining({
        code: 'malformed_request',
        hint: `"${field}" and "${field}_index" both name the column; leave one of them out`,
      });
      const [name, position] = [{ [field]: '1' }, { [`${field}_index`]: '0' }];
      expect(() => read({ ...name, ...position })).toThrow(refusal);
      expect(() => read(name, position)).toThrow(refusal);
      expect(() => read(position, name)).toThrow(refusal);
      expect(read({ ...position, [field]: '' })).toEqual({ [setting]: 0 });
      expect(read(name)).toEqual({ [setting]: '1' });
    },
  );

  it('tells the file that is meant from how it is read', () => {
    const none = new Map<FileField, string>();
    expect(readFileSettings(none, none)).toEqual({
      reading: {},
      keepUpload: false,
      uploadId: undefined,
      own: {},
    });
    const said = new Map<FileField, string>([
      ['keep_upload', 'true'],
      ['upload_id', 'x'],
    ]);
    expect(readFileSettings(said, none)).toEqual({
      reading: {},
      keepUpload: true,
      uploadId: 'x',
      own: {},
    });
  });

  it('tells the settings of the operation from those of the file', () => {
    const values = formValues(z.object({ name: z.string(), fresh_within: z.string().optional() }));
    const fields = new Map([
      ['name', 'customers'],
      ['fresh_within', '1d'],
    ]);
    const { own, reading } = readFileSettings(fields, new Map([['name', 'ignored']]), values);
    expect([own, reading]).toEqual([{ name: 'customers' }, { freshWithinMs: 86_400_000 }]);
    expect(() => readFileSettings(new Map(), new Map(), values)).toThrow(
      expect.objectContaining({ code: 'malformed_request', hint: '"name" is missing' }),
    );
  });

  it('describes every setting', () => {
    const described = FILE_FIELDS.map((name) => [name, { description: expect.any(String) }]);
    expect(propertySchemas(allSettings, '3.1')).toMatchObject(Object.fromEntries(described));
  });
});
