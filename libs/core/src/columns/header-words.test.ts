import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerMeaning, isFaxHeader, isOfOtherPeople, isPhoneHeader, saysPhones } from './header-words.js';

describe('a header', () => {
  it('is of the contract however long it is', () => {
    expect(isPhoneHeader(`${'x'.repeat(30_000)}Phone`)).toBe(true);
  });

  it('is of the contract, when its expression matches', () => {
    const word = fc.constantFrom(
      'phone',
      'MOBILE',
      'Number',
      'tEl',
      'msisdn',
      'fone',
      'te',
      'l',
      ' ',
      '_',
      'ö',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (words) => {
        const header = words.join('');
        if (/phone|mobile|number|tel|msisdn/i.test(header)) expect(isPhoneHeader(header)).toBe(true);
      }),
    );
  });

  it.each([
    'Mobiel',
    'Mobiel nummer',
    'Puhelin',
    'Matkapuhelinnumero',
    'Kännykkä',
    'Số điện thoại',
    'Di động',
    'Cel.',
    'Fijo',
    'Fixe',
    'Ponsel',
    'No. WA',
    'Mobiil',
    'Tālrunis',
    'Sími',
    'Selfoon',
    'Simu',
    'Κινητό',
    'Kinito',
    'Утас',
    'Утасны дугаар',
    'ტელ.',
    'Símanúmer',
    'ເບີໂທ',
    'දුරකථන අංකය',
    'கைபேசி எண்',
    'அலைபேசி',
    'ಫೋನ್ ಸಂಖ್ಯೆ',
    'ٹیلیفون',
    'رابطہ نمبر',
    'ဖုန်းနံပါတ်',
    'Əlaqə nömrəsi',
    'Bog‘lanish raqami',
    'Nambari ya simu',
    'លេខទំនាក់ទំនង',
    'የስልክ ቁጥር',
    'Контакт телефон',
    'หมายเลขติดต่อ',
    'ტელეფონი',
    'Հեռախոս',
    'موبائل',
    'פלאפון',
    'ફોન',
    'ਫੋਨ',
    'தொலைபேசி',
    'ఫోన్',
    'ಫೋನ್',
    'ഫോൺ',
    'ဖုန်း',
    'លេខទូរស័ព្ទ',
    'ໂທລະສັບ',
    'เบอร์ติดต่อ',
    'ስልክ',
    '聯絡電話',
    '联系方式',
    '連絡先',
    'モバイル',
    '모바일',
    'Landline',
    'Mob No',
    'Ph.',
    'Contact No.',
    'Contact',
    'Contacto',
    'İletişim',
    'numero_contacto',
    'Número de contacto',
    'Contatos',
    'Numer kontaktowy',
    'Контактный номер',
    'İrtibat No',
    'رقم التواصل',
    'شماره تماس',
    'संपर्क नंबर',
    'nohp',
    'Nomor kontak',
    'so_dien_thoai',
    'SĐT',
    'Số liên hệ',
    'Hotline',
    '固话',
    '휴대번호',
  ])('says phones as %j, composed or not, in either case', (header) => {
    for (const form of [header, header.normalize('NFD'), header.toUpperCase(), ` ${header} `]) {
      expect(saysPhones(form)).toBe(true);
    }
  });

  it.each([
    'Number',
    'Número',
    'NUMERO',
    'Номер',
    'Numara',
    'Nummer',
    'رقم',
    '번호',
    'From',
    'Destination',
    'Work',
    'Home',
    'Caller',
    'Para',
  ])('means a number of anybody or anything as %j', (header) => {
    expect(headerMeaning(header)).toBe('number');
  });

  it.each([
    'Home address',
    'Work email',
    'To do',
    'Destination country',
    'From date',
    'Nombre',
    'Номер заказа',
  ])('means no number as %j', (header) => {
    expect(headerMeaning(header)).toBe('unknown');
  });

  it('is of other people where they are called in an emergency', () => {
    for (const header of [
      'Emergency contact number',
      'Next of Kin Phone',
      'Notfallkontakt Telefon',
      'Tel. urgence',
    ]) {
      expect(isOfOtherPeople(header)).toBe(true);
    }
    for (const header of ['Mobile number', 'Phone (Venice)', 'Police', ''])
      expect(isOfOtherPeople(header)).toBe(false);
  });

  it.each([
    'Immobilien-Nr.',
    'Automóvil',
    'Contact owner',
    'Contact person no',
    'Order no',
    'Contact ID',
    'Kontaktdatum',
    'Celula',
    'Photo',
    'Simulation',
    '',
  ])('does not say so as %j', (header) => {
    expect(saysPhones(header)).toBe(false);
  });

  it.each([
    'Faks',
    'ფაქსი',
    'Ֆաքս',
    'نمابر',
    'दूरलेख फैक्स',
    'ফ্যাক্স',
    'தொலைநகல்',
    'ෆැක්ස්',
    'ဖက်စ်',
    'ទូរសារ',
    'ແຟັກ',
    'ፋክስ',
    'Belgegeçer',
  ])('is of a fax as %j', (header) => {
    expect(isFaxHeader(header)).toBe(true);
    expect(saysPhones(header)).toBe(false);
  });

  it('says phones or a fax, never both', () => {
    const words = fc.constantFrom('Fax', 'Telefax', '传真', 'Handy', '手机', 'Cell', 'Факс', 'x', ' ', '-');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 5 }), (parts) => {
        const header = parts.join('');
        expect(saysPhones(header) && isFaxHeader(header)).toBe(false);
      }),
    );
  });
});
