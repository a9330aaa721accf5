import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { describe, expect, it } from 'vitest';
import { normalizePhone } from '../normalize-phone.js';
import type { CountryCode } from '../numbering/country-code.js';
import { readPhoneCell } from './phone-cell.js';

const NUMBERS: readonly (readonly [country: CountryCode, number: string])[] = [
  ['US', '+14155552671'],
  ['GB', '+447911123456'],
  ['DE', '+4915123456789'],
  ['FR', '+33612345678'],
  ['CH', '+41791234567'],
  ['IT', '+390669812345'],
  ['ES', '+34612345678'],
  ['IN', '+918123456789'],
  ['CN', '+8613123456789'],
  ['BR', '+5511961234567'],
  ['MX', '+522221234567'],
  ['RU', '+79123456789'],
  ['NZ', '+64211234567'],
  ['NG', '+2348021234567'],
];

type Writing = (international: string, national: string) => string;

const digitsFrom = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const WITH_CALLING_CODE: Readonly<Record<string, Writing>> = {
  'with spaces': (international) => international,
  'without anything between': (international) => international.replaceAll(' ', ''),
  'with 00': (international) => international.replace('+', '00'),
  'with + behind a bracket': (international) => international.replace(/^(\+\d+)/, '($1)'),
  'with dots': (international) => international.replaceAll(' ', '.'),
  'with dashes': (international) => international.replaceAll(' ', '-'),
  'with en dashes': (international) => international.replaceAll(/[ -]/g, '\u2013'),
  'with no-break spaces': (international) => international.replaceAll(' ', '\u00a0'),
  'with thin spaces': (international) => international.replaceAll(' ', '\u2009'),
  'with tel:': (international) => `tel:${international.replaceAll(' ', '-')}`,
  'with an apostrophe': (international) => `'${international}`,
  'in direction marks': (international) => `\u202d${international}\u202c`,
  'in Arabic-Indic digits': digitsFrom(0x0660),
  'in extended Arabic-Indic digits': digitsFrom(0x06f0),
  'in Devanagari digits': digitsFrom(0x0966),
  'in full-width digits': digitsFrom(0xff10),
};

const IN_CELLS: Readonly<Record<string, Writing>> = {
  'without +': (international) => international.slice(1),
  'as digits': (international) => international.replace(/\D/g, ''),
  'as a float': (international) => `${international.replace(/\D/g, '')}.0`,
  'as text of a formula': (international) => `="${international.replace(/\D/g, '')}"`,
  'for calls within the country': (_, national) => national,
  'for calls within the country, as digits': (_, national) => national.replace(/\D/g, ''),
  'for calls within the country, with dots': (_, national) =>
    national.replace(/[\s-]/g, '.').replace(/[()]/g, ''),
};

function write(writing: Writing, number: string): string {
  const parsed = parsePhoneNumberFromString(number, metadata);
  if (!parsed?.isValid()) throw new Error(`${number} is not a valid number`);
  return writing(parsed.formatInternational(), parsed.formatNational());
}

describe.each(Object.entries(WITH_CALLING_CODE))('a number %s', (_, writing) => {
  it.each(NUMBERS)('of %s is read, alone and in a cell', (_country, number) => {
    const text = write(writing, number);
    expect(normalizePhone(text)).toBe(number);
    expect(readPhoneCell(text)).toBe(number);
  });
});

describe.each(Object.entries(IN_CELLS))('a cell with a number %s', (_, writing) => {
  it.each(NUMBERS)('of %s is read with the default country', (country, number) => {
    expect(readPhoneCell(write(writing, number), { defaultCountry: country })).toBe(number);
  });
});
