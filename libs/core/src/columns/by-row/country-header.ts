import { fold, foldedWords } from '../header/folded-header.js';

/** `country` in the languages of most lists, as a word of a header. */
const COUNTRY = wordsOf(`country countries ctry land lander lands pays pais paises paese nazione nacion
  страна країна держава państwo panstwo kraj zeme krajina stát orszag țară tara държава χωρα ulke riik valsts salis zemlja drzava maa vend shtet herrialde
  بلد البلد دولة الدولة کشور ملک ארץ מדינה देश দেশ நாடு దేశం negara bansa ประเทศ 国家 國家 国 國 국가 나라 国名`);

/** Codes of countries, which stand for the country itself. */
const COUNTRY_CODE = wordsOf(
  'iso iso2 iso3 countrycode countryiso landcode landercode landerkurzel landkod codepays codpais laendercode',
);

/** Words of the country of something else than the person's phone. */
const OTHER_THINGS =
  wordsOf(`birth born citizen citizenship nationality origin destination passport tax vat bank iban visa visit visited travel
  geburt geburtsland herkunft herkunftsland nacimiento origen nascimento origem naissance origine nascita рождения`);

/** The code that is dialled before a number from abroad. */
const CALLING_CODES =
  `calling code, calling codes, dial code, dialing code, dialling code, isd code, isd, idd, cc, ddi, phone code, phone prefix,
  country code, country codes, countrycode, country prefix, country calling code, international code, international prefix,
  landervorwahl, laendervorwahl, landesvorwahl, lander vorwahl, landes vorwahl, vorwahl land, indicatif, indicatif pays, indicatif telephonique,
  codigo pais, codigo de pais, codigo del pais, codigo do pais, cod pais, prefijo pais, prefijo internacional, prefisso internazionale,
  lada internacional, landnummer, landsnummer, landkode, kod kraju, numer kierunkowy kraju, код страны, код країни, 国番号, 國碼, 国际区号, 국가번호`
    .split(',')
    .map((words) => ` ${fold(words.trim())} `);

/** The meaning of a header: the country of the row, the calling code of its phone, or neither. */
export type CountryHeader = 'country' | 'calling code' | 'none';

export function countryHeader(header: string): CountryHeader {
  const text = foldedWords(header);
  const words = text.split(' ');
  if (words.some((word) => OTHER_THINGS.has(word))) return 'none';
  if (CALLING_CODES.some((code) => ` ${text} `.includes(code))) return 'calling code';
  return words.some((word) => COUNTRY.has(word) || COUNTRY_CODE.has(word)) ? 'country' : 'none';
}

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).map(fold));
}
