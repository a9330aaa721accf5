import { TextDecoder } from 'node:util';
import { nextTurn } from '../../../async/turn.js';
import { decodeWindows1252 } from '../code-page.js';
import { type Candidate, cellText, confidenceOf, decodedAs } from './detector.js';
import { countMojibake, isLatin, isPlausible, spelledByOne, spelledBySome } from './spelling.js';

/** The encodings with capitals. Windows-1258 is left out, since it was not measured. */
const WITH_CAPITALS = [
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
] as const;

/** How many capitals beyond ASCII there have to be for a small letter. */
const CAPITALS_PER_SMALL_LETTER = 2;

/**
 * The confidence that a reading in capitals needs if there is no other guess. Texts in unsupported code pages stay below it: those of DOS
 * for Greek and Hebrew, and of the Mac for Central Europe.
 */
const LEAST_CONFIDENCE = { latin: 0.1, cyrillicOfDosAndMac: 0.4, others: 0.16 };
const CYRILLIC_OF_DOS_AND_MAC: readonly string[] = ['ibm866', 'x-mac-cyrillic'];
const WELL_SPELLED = 0.95;

/** How many times as credible as the guess a reading in capitals has to be: for few bytes, and for more. */
const CLEAR_LEAD = { few: 2, more: 1.25 };
const MORE_BYTES = 20;

/** The necessary lead in the share of words that a language spells, if both readings are in Latin letters. */
const CLEAR_SHARE = 0.1;

/** The share of the best reading's confidence from which another reading counts as equally credible. */
const NEARLY = 0.9;

/** A text, and the guess from its unchanged letters. */
export interface GuessedCells {
  /** The cells that the guess is made from, and the sample that has them. */
  readonly cells: Buffer;
  readonly sample: Buffer;
  /** The number of bytes beyond ASCII in the cells. */
  readonly bytes: number;
  readonly candidates: readonly Candidate[];
  readonly guess: string | undefined;
}

interface Reading extends Candidate {
  /** See {@link spelledByOne}. The detector's confidence is multiplied by it. */
  readonly share: number;
  /** See {@link countMojibake}. */
  readonly mojibake: number;
}

/**
 * Guesses again if the text may be in capitals, which the detector hardly knows: it has learned from texts in small letters. In each
 * encoding in which the text is mostly capitals, these become small letters before the detector is asked. The first guess stays unless a
 * reading in capitals is clearly more credible.
 */
export async function guessInCapitals(guessed: GuessedCells): Promise<string | undefined> {
  const { cells, sample, bytes, candidates, guess } = guessed;
  const readings = await readingsInCapitals(cells, sample);
  const isLatinGuess = guess !== undefined && isLatin(guess);
  const best = mostCredible(guess === undefined || isLatinGuess ? readings : besideWestern(readings));
  if (best === undefined) return guess;
  if (guess === undefined) return isSure(best) ? best.name : undefined;
  const guessText = cellText(guess, cells) ?? '';
  if (guessText === best.text) return guess;
  const share = spelledBySome(guess, guessText);
  if (isLatinGuess && isLatin(best.name) && best.share < share + CLEAR_SHARE) return guess;
  const asItIs = candidates.find(({ name }) => name === guess)?.confidence ?? 0;
  await nextTurn();
  const inCapitals = await smallLetterConfidence(guess, cells);
  const lead = isLatinGuess || bytes >= MORE_BYTES ? CLEAR_LEAD.more : CLEAR_LEAD.few;
  return best.confidence >= Math.max(asItIs, inCapitals) * share * lead ? best.name : guess;
}

/** Whether the reading is credible by itself. Latin letters that another code page has elsewhere still make words, but with mojibake. */
function isSure({ name, confidence, share, mojibake }: Reading): boolean {
  if (isLatin(name)) return confidence >= LEAST_CONFIDENCE.latin && share === 1 && mojibake === 0;
  const isOfDosOrMac = CYRILLIC_OF_DOS_AND_MAC.includes(name);
  const least = isOfDosOrMac ? LEAST_CONFIDENCE.cyrillicOfDosAndMac : LEAST_CONFIDENCE.others;
  return confidence >= least && share >= WELL_SPELLED;
}

async function readingsInCapitals(cells: Buffer, sample: Buffer): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  for (const name of WITH_CAPITALS) {
    const text = cellText(name, cells);
    if (text === undefined || !isInCapitals(text) || !isPlausible(text)) continue;
    await nextTurn();
    if (decodedAs(name, sample) === undefined) continue;
    const share = spelledByOne(name, text);
    const confidence = (await smallLetterConfidence(name, cells)) * share;
    readings.push({ name, text, confidence, share, mojibake: countMojibake(text) });
  }
  return readings;
}

async function smallLetterConfidence(name: string, cells: Buffer): Promise<number> {
  if (!WITH_CAPITALS.some((one) => one === name)) return 0;
  return await confidenceOf(name, inSmallLetters(name, cells));
}

/** Leaves out readings in other Latin letters than those of Windows-1252, unless they spell clearly more of the words. */
function besideWestern(readings: readonly Reading[]): readonly Reading[] {
  const western = readings.find(({ name }) => name === 'windows-1252');
  if (western === undefined) return readings;
  const least = spelledBySome(western.name, western.text) + CLEAR_SHARE;
  return readings.filter((one) => one === western || !isLatin(one.name) || one.share >= least);
}

/** Among the readings that are nearly as credible as the best one, that with the least mojibake. */
function mostCredible(readings: readonly Reading[]): Reading | undefined {
  const most = Math.max(...readings.map(({ confidence }) => confidence));
  const [best] = readings
    .filter(({ confidence }) => confidence >= most * NEARLY)
    .toSorted((one, other) => one.mojibake - other.mojibake || other.confidence - one.confidence);
  return best;
}

function isInCapitals(text: string): boolean {
  const capitals = text.match(/[^\0-\x7f\P{Lu}]/gu)?.length ?? 0;
  const small = text.match(/[^\0-\x7f\P{Ll}]/gu)?.length ?? 0;
  return capitals > 0 && capitals >= small * CAPITALS_PER_SMALL_LETTER;
}

const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

/**
 * The same text with small letters for its capitals, in an encoding of one byte a character. A capital whose small letter the encoding
 * lacks stays.
 */
function inSmallLetters(encoding: string, bytes: Buffer): Buffer {
  const characters = [
    ...(encoding === 'windows-1252'
      ? decodeWindows1252(EVERY_BYTE)
      : new TextDecoder(encoding).decode(EVERY_BYTE)),
  ];
  const byteOf = new Map(characters.map((character, byte) => [character, byte]));
  const locale = encoding === 'windows-1254' ? 'tr' : 'und';
  const small = characters.map((character, byte) => byteOf.get(character.toLocaleLowerCase(locale)) ?? byte);
  return Buffer.from(bytes.map((byte) => small[byte] ?? byte));
}
