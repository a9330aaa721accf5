import { describe, expect, it } from 'vitest';
import { readPhoneCell } from '../phone-cell.js';
import { annotatedNumbers } from './annotated-numbers.js';
import { isFaxWord } from './cell-words.js';

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

const NUMBER = '+41791234567';

describe('the words of a language beside a number', () => {
  it.each([
    ['Albanian', 'Cel. ', ' lokal 12', 'faks'],
    ['Amharic', 'ስልክ: ', '', 'ፋክስ'],
    ['Armenian', 'Հեռ. ', ' ներքին 12', 'ֆաքս'],
    ['Azerbaijani', 'mob. ', ' daxili 12', 'faks'],
    ['Bengali', 'মুঠোফোন: ', ' এক্সটেনশন 12', 'ফ্যাক্স'],
    ['Burmese', 'ဖုန်း - ', '', 'ဖက်စ်'],
    ['Estonian', 'tel ', ' sise 12', 'faks'],
    ['Georgian', 'ტელ.: ', ' შიდა 12', 'ფაქსი'],
    ['Greek', 'Κινητό ', ' εσωτ. 12', 'φαξ'],
    ['Gujarati', 'ફોન: ', '', 'ફેક્સ'],
    ['Hebrew', 'סלולרי: ', ' שלוחה 12', 'פקס'],
    ['Hindi', 'टेलीफोन: ', ' एक्सटेंशन 12', 'फैक्स'],
    ['Icelandic', 'GSM ', '', 'fax'],
    ['Indonesian', 'Telp. ', ' pesawat 12', 'faks'],
    ['Kannada', 'ಮೊಬೈಲ್: ', '', 'ಫ್ಯಾಕ್ಸ್'],
    ['Khmer', 'ទូរស័ព្ទ៖ ', '', 'ទូរសារ'],
    ['Lao', 'ໂທ: ', '', 'ແຟັກ'],
    ['Latvian', 'tālr. ', ' iekšējais 12', 'fakss'],
    ['Lithuanian', 'mob. ', ' vid. 12', 'faksas'],
    ['Macedonian', 'моб. ', ' локал 12', 'факс'],
    ['Malay', 'bimbit: ', ' sambungan 12', 'faks'],
    ['Malayalam', 'മൊബൈൽ: ', '', 'ഫാക്സ്'],
    ['Marathi', 'भ्रमणध्वनी: ', ' विस्तार 12', 'फॅक्स'],
    ['Mongolian', 'Утас: ', ' дотуур 12', 'факс'],
    ['Persian', 'تلفن: ', ' داخلی 12', 'نمابر'],
    ['Punjabi', 'ਮੋਬਾਈਲ: ', '', 'ਫੈਕਸ'],
    ['Serbian', 'моб. ', ' lokal 12', 'faks'],
    ['Sinhala', 'දුරකථන: ', ' දිගුව 12', 'ෆැක්ස්'],
    ['Swahili', 'Simu: ', '', 'faksi'],
    ['Tamil', 'கைபேசி: ', '', 'தொலைநகல்'],
    ['Telugu', 'మొబైల్: ', '', 'ఫ్యాక్స్'],
    ['Thai', 'โทร. ', ' ต่อ 12', 'โทรสาร'],
    ['Turkish', 'Tel: ', ' dahili 12', 'belgegeçer'],
    ['Urdu', 'فون: ', ' ایکسٹینشن 12', 'فیکس'],
    ['Uzbek', 'tel. ', ' ichki 12', 'faks'],
    ['Vietnamese', 'Di động: ', ' ext 12', 'fax'],
  ])('are known in %s', (_, label, extension, fax) => {
    expect(readPhoneCell(`${label}${NUMBER}`)).toBe(NUMBER);
    expect(readPhoneCell(`${NUMBER}${extension}`)).toBe(NUMBER);
    expect(isFaxWord(fax)).toBe(true);
    expect(readPhoneCell(`${fax}: ${NUMBER}`)).toBe(NUMBER);
  });
});
