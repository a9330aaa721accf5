import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../numbering/country-code.js';
import { readPhoneCell } from './phone-cell.js';

describe('text beside a number', () => {
  it.each<[cell: string, country: CountryCode, number: string]>([
    ['0518417854;name@mail.ru', 'IL', '+972518417854'],
    ['name@mail.ru; 0518417854', 'IL', '+972518417854'],
    ['0518417854 name.2@mail.ru', 'IL', '+972518417854'],
    ['0518417854 (2name@mail.ru)', 'IL', '+972518417854'],
    ['<name@mail.ru> 0518417854', 'IL', '+972518417854'],
    ['0778-43-1587（今立体育センター）', 'JP', '+81778431587'],
    ['（今立体育センター）0778-43-1587', 'JP', '+81778431587'],
    ['0778-43-1587【予約】', 'JP', '+81778431587'],
    ['(0800) 8033967 ∵', 'GB', '+448008033967'],
    ['030 123456 (Frau Weber)', 'DE', '+4930123456'],
    ['030 123456 (wrong number)', 'DE', '+4930123456'],
    ['(disconnected) 030 123456', 'DE', '+4930123456'],
    ['030 123456 [fax]', 'DE', '+4930123456'],
    ['+41 79 123 45 67 (after six) (Anna)', 'CH', '+41791234567'],
    ['+41 79 123 45 67 App. 12', 'CH', '+41791234567'],
    ['079 123 45 67 text only', 'CH', '+41791234567'],
    ['079 123 45 67 (text only)', 'CH', '+41791234567'],
    ['079 123 45 67 - WhatsApp only', 'CH', '+41791234567'],
    ['079 123 45 67 (mobile)', 'CH', '+41791234567'],
    ['079 123 45 67 privat', 'CH', '+41791234567'],
    ['+64 3 331 6005 x 123456789', 'NZ', '+6433316005'],
    ['+64 3 331 6005 ext 1234567890123456', 'NZ', '+6433316005'],
    ['+64 3 331 6005,,123456789#', 'NZ', '+6433316005'],
    ['+64 3 331 6005,,12', 'NZ', '+6433316005'],
    ['+64 3 331 6005;ext=1234567890', 'NZ', '+6433316005'],
    ['+64 3 331 6005 x12#', 'NZ', '+6433316005'],
    ['03 331 6005ｘｔ456', 'NZ', '+6433316005'],
    ['03 331 6005ｅｘｔｎ456', 'NZ', '+6433316005'],
    ['03 331 6005 extensió 456', 'NZ', '+6433316005'],
    ['tel:331-6005;phone-context=+64-3', 'US', '+6433316005'],
    ['(0xx11) 3333-4444', 'BR', '+551133334444'],
    ['(0xx) 11 3333-4444', 'BR', '+551133334444'],
    ['0xx11 3333-4444', 'BR', '+551133334444'],
    ['0XX 11 96123-4567', 'BR', '+5511961234567'],
    ['Tel. (0**11) 3333-4444', 'BR', '+551133334444'],
    ['+55 (0xx11) 3333-4444', 'US', '+551133334444'],
  ])('is left out of %s in %s', (cell, defaultCountry, number) => {
    expect(readPhoneCell(cell, { defaultCountry })).toBe(number);
  });

  it.each<[cell: string, country: CountryCode]>([
    ['+41 79 123 45 67@example.com', 'CH'],
    ['41791234567@example.com', 'CH'],
    ['030 123456 (Anna) 12', 'DE'],
    ['030 123456 (12 Anna)', 'DE'],
    ['030 123456 Anna', 'DE'],
    ['030 123456 wrong number', 'DE'],
    ['disconnected: 030 123456', 'DE'],
    ['030 123456 only', 'DE'],
    ['only 3 of 030 123456', 'DE'],
    ['030 123456 x 030123457', 'DE'],
    ['030 123456,,030123457', 'DE'],
    ['0xx 123 4567', 'AU'],
    ['+41 79 xxx xx 67', 'CH'],
    ['41791234567 (79', 'CH'],
    ['name@mail.ru', 'IL'],
  ])('makes %s in %s unknown where it may be part of it', (cell, defaultCountry) => {
    expect(readPhoneCell(cell, { defaultCountry })).toBeUndefined();
  });
});
