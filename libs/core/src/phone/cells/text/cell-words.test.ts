import { describe, expect, it } from 'vitest';
import { readPhoneCell } from '../phone-cell.js';
import { isFaxWord } from './cell-words.js';

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
