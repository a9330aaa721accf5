import { nextTurn } from '../../async/next-turn.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { COUNTRIES, countryOfCode } from './country-codes.js';

/** The languages whose names for countries are understood: those of most speakers, and those of the countries of Europe. */
const LANGUAGES =
  `en es fr de it pt nl ru uk pl cs sk hu ro bg el tr ar he fa hi bn ur id ms vi th zh zh-Hant ja ko sv da nb fi et lv lt
  hr sr sl mk sq bs ca gl eu is ga mt ka hy az kk uz sw am ta te ml mr gu kn pa af`.split(/\s+/);

/** Names that Unicode's lists do not have: those of ISO 3166, former ones and short ones. */
const OTHER_NAMES = `
  US: united states of america, usa, u s a, u s, the united states, america, estados unidos de america, eeuu, ee uu, etats unis d amerique, stati uniti d america, vereinigte staaten von amerika, сша, 美國, 米国
  GB: great britain, england, scotland, wales, northern ireland, u k, uk, britain, united kingdom of great britain and northern ireland, grossbritannien, großbritannien, gran bretana, grande bretagne, gran bretagna, inglaterra, angleterre, inghilterra, schottland, великобритания, англия, 英國
  AE: uae, u a e, emirates, vae, emiratos arabes unidos
  NL: holland, the netherlands, holanda, olanda, hollande, голландия
  CZ: czech republic, the czech republic, tschechische republik, republica checa, republique tcheque, repubblica ceca
  RU: russian federation, russische foderation, federation de russie, federacion rusa, federacion de rusia, federazione russa, federacao russa, федерация российская, российская федерация, рф
  KR: south korea, korea south, republic of korea, korea republic, korea, corea del sur, coree du sud
  KP: north korea, democratic people s republic of korea
  VN: viet nam, vietname
  LA: lao people s democratic republic
  SY: syrian arab republic
  BN: brunei darussalam
  CF: central african republic, цар
  ZA: южно африканская республика, юар
  TM: туркмения
  TT: trindade e tobago
  IR: islamic republic of iran, irao
  TR: turkey, turkiye
  CI: ivory coast, cote d ivoire, elfenbeinkuste, costa de marfil, costa do marfim
  SZ: swaziland
  MK: macedonia, north macedonia
  MM: burma, birma, birmanie, мьянма, бирма
  CV: cabo verde, cape verde
  TL: east timor
  HK: гонконг, hong kong, hong kong sar, hongkong, 香港
  MO: макао, macau, macao, 澳门, 澳門
  TW: taiwan, 台灣, 台湾, 臺灣
  CN: prc, кнр, people s republic of china, p r china, mainland china, china mainland
  PS: palestine, palestina, palastina, palestinian territory, state of palestine
  MD: republic of moldova, moldavia, moldawien, молдавия
  TZ: united republic of tanzania
  CD: dr congo, drc, democratic republic of the congo, congo kinshasa
  CG: republic of the congo, congo brazzaville
  BA: bosnia, bosnia and herzegovina
  DE: brd, allemagne, federal republic of germany
  IE: eire, republic of ireland
  SK: slovak republic
  BY: belorussia, белоруссия
  VA: holy see, vatican
  XK: kosovo`;

/** The two Congos and the two parts of Saint Martin: lists mix up their names, so that only their codes count. */
const NOT_BY_NAME: ReadonlySet<CountryCode> = new Set<CountryCode>(['CD', 'CG', 'MF', 'SX']);

/** Combining marks of Latin, Greek, Cyrillic, Arabic and Hebrew. Those of India are vowels. */
const ACCENTS = /[\u0300-\u036f\u064b-\u0652\u0591-\u05c7\p{Default_Ignorable_Code_Point}]/gu;

/** One text for all spellings of a name: without accents, capitals and signs, and with `and` for `&`. */
export function foldedName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Made when first needed. It is no real state of the module, since it follows from Unicode's data. */
let names: Promise<ReadonlyMap<string, CountryCode>> | undefined;

/** The countries by their names in many languages, as {@link foldedName} folds them. Names of two countries, and those that are the code of another, are left out. */
export function countryNames(): Promise<ReadonlyMap<string, CountryCode>> {
  names ??= readNames();
  return names;
}

async function readNames(): Promise<ReadonlyMap<string, CountryCode>> {
  const found = new Map<string, CountryCode | null>();
  for (const language of LANGUAGES) {
    // Naming all countries in one language takes milliseconds, so each language has a turn of the event loop.
    await nextTurn();
    const ofLanguage = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const country of COUNTRIES) {
      const name = foldedName(ofLanguage.of(country) ?? '');
      if (name === '') continue;
      const code = name.length <= 3 ? countryOfCode(name) : undefined;
      const isOfOther = [found.get(name), code].some((other) => other !== undefined && other !== country);
      found.set(name, isOfOther || NOT_BY_NAME.has(country) || found.get(name) === null ? null : country);
    }
  }
  for (const line of OTHER_NAMES.trim().split('\n')) {
    const [code = '', others = ''] = line.trim().split(': ');
    const country = countryOfCode(code);
    for (const name of others.split(',')) found.set(foldedName(name), country ?? null);
  }
  return new Map([...found].flatMap(([name, country]) => (country === null ? [] : [[name, country]])));
}
