import { describe, expect, it } from 'vitest';
import { annotatedNumbers } from './annotated-numbers.js';

const trimmed = (text: string): string[][] | undefined =>
  annotatedNumbers(text)?.map((pieces) => pieces.map((piece) => piece.trim()));

describe('annotatedNumbers', () => {
  it.each([
    ['a label', 'Tel.: 030 123456', [['030 123456']]],
    ['a label with accents in any case', 'TÉLÉPHONE : 01 42 68 53 00', [['01 42 68 53 00']]],
    ['a label without a space, in a script that has none', '手机13912345678', [['13912345678']]],
    ['labels of two words', 'Phone no. 030 123456', [['030 123456']]],
    ['a word that goes with the label in front of it', 'No. tel: 030 123456', [['030 123456']]],
    ['a label with a colon and a dash', 'Mob:-98765 43210', [['98765 43210']]],
    ['the number of the line', 'Tel. 2: 030 123456', [['030 123456']]],
    ['a short label with a colon', 'T: 030 123456', [['030 123456']]],
    ['a sign', '☎ 030 123456', [['030 123456']]],
    ['a label behind', '030 123456, mobil', [['030 123456']]],
    ['an extension', '030 123456 ext. 12', [['030 123456']]],
    ['an extension behind two letters', '030 123456, ex. 5036', [['030 123456']]],
    ['an extension with a sign', '030 123456 #12', [['030 123456']]],
    ['two numbers', 'T 030 123456 F 030 123457', [['030 123456'], ['030 123457']]],
    ['two numbers with +', '+4930123456 +4930123457', [['+4930123456'], ['+4930123457']]],
    ['two numbers with a word between', '030 123456 oder 030 123457', [['030 123456'], ['030 123457']]],
    ['a slash', '030/123456', [['030', '123456']]],
    ['a slash behind an extension', '030 x12/123456', [['030'], ['123456']]],
    ['a slash and an extension', 'Tel. 030/123456 x5', [['030', '123456']]],
  ])('takes off %s', (_, text, numbers) => {
    expect(trimmed(text)).toEqual(numbers);
  });

  it.each([
    ['a name', 'Anna 030 123456'],
    ['a word that denies', 'no phone 030 123456'],
    ['a word that goes with a label, alone', 'No. 030 123456'],
    ['a short label that may be a unit', '5000000 m'],
    ['a short label that may be a state', 'MO 63101 1234'],
    ['a label that is glued to the digits', 'tel030123456'],
    ['letters in place of digits', '1-800-MOBILE'],
    ['an extension without digits', '030 123456 ext.'],
    ['an extension without a number', 'ext. 12'],
    ['an extension as long as a number', '030 123456 x 030123457'],
    ['an extension of two groups', '030 123456 x 12 34'],
    ['a word for a second number and none', '030 123456 or'],
    ['a time', '10:30:15'],
    ['a sign that is none of a number', '030 123456 €'],
    ['the end of a price', '1250000,-'],
    ['labels alone', 'Tel. Fax'],
  ])('understands nothing with %s', (_, text) => {
    expect(annotatedNumbers(text)).toBeUndefined();
  });
});
