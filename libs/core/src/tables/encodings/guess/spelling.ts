/** The letters beyond ASCII of each language of Western Europe. */
const WESTERN: readonly string[] = [
  'áéíñóúü', // Spanish
  'àáçèéíïòóúü', // Catalan
  'àâæçéèêëîïôœùûüÿ', // French
  'äöüß', // German
  'ãáâàçéêíóôõúü', // Portuguese
  'àèéìíîòóù', // Italian
  'áäçèéêëïíóöúü', // Dutch
  'åäöéàü', // Swedish, Finnish
  'æøåéäöòóô', // Danish, Norwegian
  'áéíóúýþðæö', // Icelandic
  'áíóúýðæø', // Faroese
  'äõöüšž', // Estonian
  'çë', // Albanian
];

const CENTRAL_EUROPEAN: readonly string[] = [
  'ąćęłńóśźż', // Polish
  'áčďéěíňóřšťúůýž', // Czech
  'áäčďéíĺľňóôŕšťúýž', // Slovak
  'áéíóöőúüű', // Hungarian
  'ăâîşţ', // Romanian
  'čćđšž', // Croatian, Slovene
  'äöüß', // German
];

const TURKISH: readonly string[] = ['çğıİöşüâîû', 'äöüß'];

const BALTIC: readonly string[] = [
  'āčēģīķļņōŗšūž', // Latvian
  'ąčęėįšųūž', // Lithuanian
  'äõöüšž', // Estonian
];

const CYRILLIC: readonly string[] = [
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя', // Russian, Bulgarian
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя', // Ukrainian
  'абвгдеёжзійклмнопрстуўфхцчшыьэюя', // Belarusian
  'абвгдђежзијклљмнњопрстћуфхцчџш', // Serbian
  'абвгдѓежзѕијклљмнњопрстќуфхцчџш', // Macedonian
];

const LATIN_ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': CENTRAL_EUROPEAN,
  'windows-1252': WESTERN,
  'windows-1254': TURKISH,
  'windows-1257': BALTIC,
  'iso-8859-2': CENTRAL_EUROPEAN,
  macintosh: WESTERN,
};

const CYRILLIC_ENCODINGS = ['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic'];

const WORDS_BEYOND_ASCII = /[\p{L}\p{M}]*[^\0-\x7f\P{L}][\p{L}\p{M}]*/gu;

/** Whether the encoding has Latin letters and known alphabets. */
export function isLatin(encoding: string): boolean {
  return encoding in LATIN_ENCODINGS;
}

/**
 * The share of the words with a letter beyond ASCII that one language of the encoding can spell: the language that spells most. Text in the
 * wrong encoding has letters of several languages. 1 if the alphabets of the encoding are not known.
 */
export function spelledByOne(encoding: string, text: string): number {
  const alphabets = alphabetsOf(encoding);
  if (alphabets === undefined) return 1;
  return Math.max(...alphabets.map((alphabet) => spelledShare(text, [alphabet])));
}

/** The share of the words that any language of the encoding can spell: a list of customers may be of several countries. */
export function spelledBySome(encoding: string, text: string): number {
  const alphabets = alphabetsOf(encoding);
  return alphabets === undefined ? 1 : spelledShare(text, alphabets);
}

function alphabetsOf(encoding: string): readonly string[] | undefined {
  return CYRILLIC_ENCODINGS.includes(encoding) ? CYRILLIC : LATIN_ENCODINGS[encoding];
}

function spelledShare(text: string, alphabets: readonly string[]): number {
  const words = [...new Set(text.match(WORDS_BEYOND_ASCII))];
  const spelled = words.filter((word) => alphabets.some((alphabet) => isSpelled(word, alphabet)));
  return spelled.length / Math.max(1, words.length);
}

function isSpelled(word: string, alphabet: string): boolean {
  return [...word].every(
    (letter) => letter < '\x80' || alphabet.includes(letter) || alphabet.includes(letter.toLowerCase()),
  );
}

/**
 * Signs that text rarely has between two letters. Text read in the wrong encoding has them there: they are the signs of Latin-1 and of the
 * code pages of the Mac and of DOS. East Asian signs are left out, since names of companies have them between letters.
 */
const SIGNS =
  '\\u00a1-\\u00a9\\u00ab-\\u00b3\\u00b6\\u00b8\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7\\u0192\\u02c6-\\u02dd' +
  '\\u2020-\\u2022\\u2030\\u20ac\\u2122\\u2202-\\u2265\\u2500-\\u259f\\u25ca';

/** The signs that may stand directly before a word. */
const OPENING = '\\u00a1\\u00ab\\u00bf\\u20ac';

const LATIN = '[\\p{Script=Latin}--[\\u00aa\\u00ba]]';

/** Letters of scripts that no word mixes with Latin ones. Han is not among them: `A座` is real text. */
const OTHER_SCRIPTS =
  '[[\\p{Script=Arabic}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Hebrew}\\p{Script=Thai}]&&\\p{L}]';

/** The tone marks of Windows-1258, and the Vietnamese vowels that may carry them. */
const TONES = '[\\u0300\\u0301\\u0303\\u0309\\u0323]';
const TONE_BEARERS = '[aeiouyâêôăơưAEIOUYÂÊÔĂƠƯ]';

/**
 * Sequences of characters that people hardly ever write, and that appear when text is decoded wrongly: a control character, a sign inside
 * of a word or before it, a capital with an accent inside of a word of small letters, a dash between two small letters, a Latin letter
 * beside one of another script, a tone on a consonant.
 */
const MOJIBAKE = new RegExp(
  [
    '[\\u0080-\\u009f]',
    `\\p{L}[${SIGNS}]+\\p{L}`,
    `(?![${OPENING}])[${SIGNS}]+(?=\\p{L}{2})`,
    '\\p{Ll}(?![A-Z])\\p{Lu}(?!\\p{Lu})',
    '\\p{Lu}(?![A-Z])\\p{Lu}\\p{Ll}',
    '\\p{Ll}[\\u2013\\u2014]\\p{Ll}',
    `${LATIN}${OTHER_SCRIPTS}`,
    `${OTHER_SCRIPTS}${LATIN}`,
    `(?<!${TONE_BEARERS})${TONES}`,
  ].join('|'),
  'gv',
);

/** Three letters with accents in a row, which the languages of Western Europe do not have. */
const UNLIKE_WESTERN = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]{3,}/g;

const SMALL_BETWEEN_CAPITALS = /\p{Lu}\p{Ll}+(?=\p{Lu})/gu;

const BEYOND_ASCII = /[^\0-\x7f]+/g;

/** Up to this share, words beyond ASCII may look like mojibake in correct text. */
const MOJIBAKE_SHARE = 0.1;

/** Whether the text makes sense in some language. */
export function isPlausible(text: string): boolean {
  return count(text, MOJIBAKE) / Math.max(1, count(text, BEYOND_ASCII)) < MOJIBAKE_SHARE;
}

/** Whether text that was read as Windows-1252 can be that of a language of Western Europe. */
export function isPlausiblyWestern(text: string): boolean {
  const mojibake = count(text, MOJIBAKE) + count(text, UNLIKE_WESTERN);
  const share = mojibake / Math.max(1, count(text, BEYOND_ASCII));
  return share < MOJIBAKE_SHARE || (mojibake === 1 && share <= 0.2);
}

/**
 * Counts signs of a wrong encoding. Unlike {@link isPlausible}, it also counts small letters between capitals of a word, as in `McDONALD`.
 */
export function countMojibake(text: string): number {
  return count(text, MOJIBAKE) + count(text, SMALL_BETWEEN_CAPITALS);
}

function count(text: string, expression: RegExp): number {
  return text.match(expression)?.length ?? 0;
}
