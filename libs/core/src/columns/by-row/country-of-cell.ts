import metadata from 'libphonenumber-js/max/metadata';
import { nextTurn } from '../../async/turn.js';
import { type CountryCode, countryCode } from '../../phone/numbering/country-code.js';

/** ISO 3166-1: the alpha-2 and the alpha-3 code of each country with phone numbers, side by side. */
const ALPHA_CODES = `
  AFAFG ALALB DZDZA ASASM ADAND AOAGO AIAIA AGATG ARARG AMARM AWABW AUAUS ATAUT AZAZE BSBHS BHBHR BDBGD BBBRB BYBLR BEBEL BZBLZ BJBEN
  BMBMU BTBTN BOBOL BABIH BWBWA BRBRA IOIOT BNBRN BGBGR BFBFA BIBDI KHKHM CMCMR CACAN CVCPV KYCYM CFCAF TDTCD CLCHL CNCHN CXCXR CCCCK
  COCOL KMCOM CGCOG CDCOD CKCOK CRCRI CICIV HRHRV CUCUB CYCYP CZCZE DKDNK DJDJI DMDMA DODOM ECECU EGEGY SVSLV GQGNQ ERERI EEEST ETETH
  FKFLK FOFRO FJFJI FIFIN FRFRA GFGUF PFPYF GAGAB GMGMB GEGEO DEDEU GHGHA GIGIB GRGRC GLGRL GDGRD GPGLP GUGUM GTGTM GNGIN GWGNB GYGUY
  HTHTI VAVAT HNHND HKHKG HUHUN ISISL ININD IDIDN IRIRN IQIRQ IEIRL ILISR ITITA JMJAM JPJPN JOJOR KZKAZ KEKEN KIKIR KPPRK KRKOR KWKWT
  KGKGZ LALAO LVLVA LBLBN LSLSO LRLBR LYLBY LILIE LTLTU LULUX MOMAC MGMDG MWMWI MYMYS MVMDV MLMLI MTMLT MHMHL MQMTQ MRMRT MUMUS YTMYT
  MXMEX FMFSM MDMDA MCMCO MNMNG MSMSR MAMAR MZMOZ MMMMR NANAM NRNRU NPNPL NLNLD NCNCL NZNZL NINIC NENER NGNGA NUNIU NFNFK MPMNP MKMKD
  NONOR OMOMN PKPAK PWPLW PSPSE PAPAN PGPNG PYPRY PEPER PHPHL PLPOL PTPRT PRPRI QAQAT REREU ROROU RURUS RWRWA SHSHN KNKNA LCLCA PMSPM
  VCVCT WSWSM SMSMR STSTP SASAU SNSEN SCSYC SLSLE SGSGP SKSVK SISVN SBSLB SOSOM ZAZAF ESESP LKLKA SDSDN SRSUR SJSJM SZSWZ SESWE CHCHE
  SYSYR TWTWN TJTJK TZTZA THTHA TLTLS TGTGO TKTKL TOTON TTTTO TNTUN TRTUR TMTKM TCTCA TVTUV UGUGA UAUKR AEARE GBGBR USUSA UYURY UZUZB
  VUVUT VEVEN VNVNM VGVGB VIVIR WFWLF EHESH YEYEM ZMZMB ZWZWE AXALA BQBES CWCUW GGGGY IMIMN JEJEY MEMNE BLBLM MFMAF RSSRB SXSXM SSSSD
  XKXKK`;

/** Country codes of other lists: those of the European Union, of vehicles and of sports. */
const OTHER_CODES = 'UK:GB EL:GR GER:DE SUI:CH NED:NL UAE:AE KSA:SA RSA:ZA ENG:GB SCO:GB WAL:GB';

const byCode: ReadonlyMap<string, CountryCode> = new Map([
  ...ALPHA_CODES.trim()
    .split(/\s+/)
    .flatMap((codes): [string, CountryCode][] => {
      const country = countryCode(codes.slice(0, 2));
      return [
        [codes.slice(0, 2), country],
        [codes.slice(2), country],
      ];
    }),
  ...OTHER_CODES.split(' ').map((pair): [string, CountryCode] => {
    const [code = '', country = ''] = pair.split(':');
    return [code, countryCode(country)];
  }),
]);

const COUNTRIES: readonly CountryCode[] = [...new Set(byCode.values())];

/** The country of a code of two or three letters, in any letter case. */
function countryOfCode(code: string): CountryCode | undefined {
  return byCode.get(code.toUpperCase());
}

/** The languages whose names for countries are understood: those of most speakers, and those of the countries of Europe. */
const LANGUAGES =
  `en es fr de it pt nl ru uk pl cs sk hu ro bg el tr ar he fa hi bn ur id ms vi th zh zh-Hant ja ko sv da nb fi et lv lt
  hr sr sl mk sq bs ca gl eu is ga mt ka hy az kk uz sw am ta te ml mr gu kn pa af`.split(/\s+/);

/** Names that Unicode's lists lack: those of ISO 3166, former names and short ones. */
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

/** Countries that only their codes identify, since lists mix up their names: the two Congos and the two parts of Saint Martin. */
const NOT_BY_NAME: ReadonlySet<CountryCode> = new Set<CountryCode>(['CD', 'CG', 'MF', 'SX']);

/** Combining marks of Latin, Greek, Cyrillic, Arabic and Hebrew. Those of India are vowels. */
const ACCENTS = /[\u0300-\u036f\u064b-\u0652\u0591-\u05c7\p{Default_Ignorable_Code_Point}]/gu;

/** Makes all spellings of a name equal: without accents, capitals and signs, and with `and` for `&`. */
function foldedName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Made when first needed. It is not mutable state, since it follows from Unicode's data. */
let names: Promise<ReadonlyMap<string, CountryCode>> | undefined;

/**
 * The countries by their names in many languages, as {@link foldedName} folds them. Names that two countries share are left out, and so are
 * names that are another country's code.
 */
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

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const CALLING_CODE = /^(\+|00)?\s?(\d{1,3})$/;
/** Separates the parts of `Germany (DE)` and of `Korea, Republic of`. */
const BETWEEN_PARTS = /[()[\],;:/|–—]| - /;
/** Forms of government that ISO 3166 puts behind a name, as in `Moldova, Republic of`. */
const FORMS_OF_STATES =
  /^(?:the )?(?:islamic |plurinational |bolivarian |federal |federated |united |arab )?(?:republic|states?|kingdom|province of china)(?: of)?$/;

export interface CountryCells {
  readonly names: ReadonlyMap<string, CountryCode>;
  /** Whether digits alone, such as `49`, are calling codes. */
  readonly mayBeCallingCodes: boolean;
}

/** Whether a cell has the form of a calling code without a plus sign. */
export function isCallingCode(cell: string): boolean {
  return /^\s*\d{1,3}\s*$/.test(cell);
}

/**
 * The country that a cell names by its code, by its name or by its calling code. Undefined if it names none, or if another part of it
 * differs: `Guiana (France)`, `Korea, North`. A shared calling code stands for its largest country, whose plan can read the numbers of all.
 */
export function countryOfCell(cell: string, cells: CountryCells): CountryCode | undefined {
  const text = cell.normalize('NFKC').replace(INVISIBLE, '').trim();
  const whole = countryOfText(text, cells);
  if (whole !== undefined || !BETWEEN_PARTS.test(text)) return whole;
  const [first = '', ...others] = text
    .split(BETWEEN_PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const country = countryOfText(first, cells);
  const isPlain = others.every(
    (part) => countryOfText(part, cells) === country || FORMS_OF_STATES.test(foldedName(part)),
  );
  return isPlain ? country : undefined;
}

function countryOfText(text: string, { mayBeCallingCodes, names }: CountryCells): CountryCode | undefined {
  const [, prefix, code] = CALLING_CODE.exec(text) ?? [];
  if (code !== undefined) return prefix !== undefined || mayBeCallingCodes ? mainCountry(code) : undefined;
  // Only words in one letter case are codes: `NGA` and `nga` are Nigeria. `Nga` may also be Russia in Vietnamese, and is not read.
  const isCode = /^(?:[A-Z]{2,3}|[a-z]{2,3})$/.test(text);
  return (isCode ? countryOfCode(text) : undefined) ?? names.get(foldedName(text));
}

function mainCountry(callingCode: string): CountryCode | undefined {
  return metadata.country_calling_codes[callingCode]?.[0];
}
