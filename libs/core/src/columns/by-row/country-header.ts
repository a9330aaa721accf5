import { fold, foldedWords } from '../header/folded-header.js';

/** `country` in the languages of most lists, as a word of a header. */
const COUNTRY =
  wordsOf(`country countries ctry land lander lands pays pais paises paese nazione nacion countrycode landcode landercode landkod
  codepays codpais laendercode wohnland lieferland rechnungsland landname
  страна країна держава państwo panstwo kraj zeme krajina stát orszag țară tara държава χωρα ulke riik valsts salis zemlja drzava maa vend shtet herrialde
  بلد البلد دولة الدولة کشور ملک ארץ מדינה देश দেশ நாடு దేశం negara bansa ประเทศ 国家 國家 国 國 국가 나라 国名`);

/** Words beside `country` in a header of the person's or the phone's country. With any other word, it is the country of something else: a birth, a market. */
const PERSONAL =
  wordsOf(`code codes kode codigo cod kod код iso iso2 iso3 2 3 alpha name nombre nome nom namn naam region regio of residence
  home billing bill shipping ship mailing mail postal delivery invoice customer client cliente contact contacto contato user member address addr
  adresse direccion endereco indirizzo primary main default my your the s and und y et e de del du da do des der dei di la le el
  wohnsitz residencia residenza kunde kunden facturacion envio facturation livraison проживания клиента адреса
  phone phones mobile cell telephone tel telefon telefono telefone whatsapp sms number handy movil celular calling dial dialing dialling isd idd prefix`);

/** The code that is dialled before a number from abroad, as the whole header or beside words for phones. */
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
  if (header.length > MAX_HEADER) return 'none';
  const text = foldedWords(header);
  const code = CALLING_CODES.find((words) => ` ${text} `.includes(words));
  const rest = code === undefined ? text : ` ${text} `.replace(code, ' ').trim();
  const words = rest === '' ? [] : rest.split(' ');
  if (!words.every((word) => COUNTRY.has(word) || PERSONAL.has(word))) return 'none';
  if (code !== undefined) return 'calling code';
  return words.some((word) => COUNTRY.has(word) || ISO.has(word)) ? 'country' : 'none';
}

/** Longer headers are not judged: a hostile file has thousands of them. */
const MAX_HEADER = 60;

const ISO = new Set(['iso', 'iso2', 'iso3']);

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).map(fold));
}
