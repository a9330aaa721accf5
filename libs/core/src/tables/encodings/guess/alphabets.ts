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

/** Whether the encoding is one of Latin letters, whose languages' alphabets are known. */
export function isLatin(encoding: string): boolean {
  return encoding in LATIN_ENCODINGS;
}

/**
 * The share of the words with a letter beyond ASCII that one language of the encoding can spell: the language that spells most. Text
 * in the wrong encoding has letters of several languages. 1 where the alphabets of the encoding are not known.
 */
export function spelledByOne(encoding: string, text: string): number {
  const alphabets = alphabetsOf(encoding);
  if (alphabets === undefined) return 1;
  return Math.max(...alphabets.map((alphabet) => spelledShare(text, [alphabet])));
}

/** The same share, each word in a language of its own: a list of customers may be of several countries. */
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
