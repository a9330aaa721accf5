import type { CountryCode } from '@dialproof/core';

const WORDS: Readonly<Record<string, string>> = {
  Telefon: 'AL AT AX AZ BA CH CZ DE DK EE FO GL HR HU LI LT LU ME NO PL RO RS SE SI SJ SK TR XK',
  Téléphone:
    'BE BF BI BJ BL CD CF CG CI CM DJ FR GA GF GN GP GQ HT KM MC MF MG ML MQ MU NC NE PF PM RE RW SC SN TD TG WF YT',
  Teléfono: 'AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV UY VE',
  Telefone: 'AO BR CV GW MZ PT ST TL',
  Telefono: 'IT SM VA',
  Telefoonnummer: 'AW BQ CW NL SR SX',
  Puhelin: 'FI',
  Sími: 'IS',
  Tālrunis: 'LV',
  Телефон: 'AM BG BY KG KZ MD MK MN RU TJ TM UA UZ',
  Τηλέφωνο: 'CY GR',
  ტელეფონი: 'GE',
  電話番号: 'JP',
  전화번호: 'KP KR',
  电话: 'CN SG',
  電話: 'HK MO TW',
  الهاتف: 'AE BH DZ EG EH IQ JO KW LB LY MA MR OM PS QA SA SD SO SY TN YE',
  تلفن: 'AF IR',
  טלפון: 'IL',
  โทรศัพท์: 'TH',
  'Điện thoại': 'VN',
  'No. Telepon': 'BN ID MY',
  फ़ोन: 'IN',
  टेलिफोन: 'NP',
  ফোন: 'BD',
  ទូរស័ព្ទ: 'KH',
  ໂທລະສັບ: 'LA',
  ဖုန်း: 'MM',
  Simu: 'KE TZ UG',
};

const HEADERS = new Map(
  Object.entries(WORDS).flatMap(([word, countries]) =>
    countries.split(' ').map((country) => [country, word] as const),
  ),
);

/** How a column of phones is headed in the language of a country. */
export function headerIn(country: CountryCode): string {
  return HEADERS.get(country) ?? 'Phone No.';
}
