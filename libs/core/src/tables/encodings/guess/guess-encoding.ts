import { decodeWindows1252 } from '../code-page.js';
import { guessInCapitals } from './capitals.js';
import { type Candidate, candidatesFor, decodedAs } from './detector.js';
import { beyondAscii, DistinctCells } from './distinct-cells.js';
import { isPlausible, isPlausiblyWestern, spelledByOne } from './spelling.js';

/** With fewer bytes beyond ASCII, encodings of one script cannot be told apart. */
const FEW_BYTES = 8;

/**
 * How many times as credible as Windows-1252 another encoding has to be if Windows-1252 makes sense of the text: for few bytes, and for
 * more.
 */
const CLEAR_LEAD = { few: 1.5, more: 1.25 };
const MORE_BYTES = 12;

/** The share of the best encoding's confidence from which another encoding counts as equally credible. */
const NEARLY = 0.9;

/** With fewer bytes beyond ASCII, or less confidence, there is no guess. */
const FEWEST_BYTES = 4;
const LEAST_CONFIDENCE = 0.02;

/**
 * The encoding of text that is not UTF-8, by the WHATWG's name, or undefined if it cannot be told. `sample` begins in ASCII, and may be cut
 * off at its end.
 *
 * If the text makes sense as Windows-1252, that is the guess, unless another encoding is clearly more credible. Otherwise it is the most
 * credible encoding. Detectors alone are wrong for every eighth short list.
 */
export async function guessEncoding(sample: Buffer): Promise<string | undefined> {
  const distinct = new DistinctCells();
  distinct.add(sample);
  const cells = distinct.lines();
  const western = decodeWindows1252(cells);
  const isWestern = isPlausiblyWestern(western);
  const bytes = beyondAscii(cells);
  if (isWestern && bytes < FEW_BYTES) return 'windows-1252';
  if (bytes < FEWEST_BYTES) return undefined;
  const candidates = await candidatesFor(cells, sample);
  const guess = isWestern
    ? besideWestern(candidates, western, bytes)
    : unlikeWestern(candidates, western, cells);
  return await guessInCapitals({ cells, sample, bytes, candidates, guess });
}

/**
 * The end of a sentence about a file whose letters contradict the guess from its first letters, `first`. `later`: the guess from all
 * letters, if there is one.
 */
export function refutedGuess(first: string, later: string | undefined): string {
  const found = later === undefined ? 'make no sense in it' : `look like ${later}`;
  return `was taken for ${first} by the first letters that are not ASCII, but later ones ${found}: name its encoding by encoding=NAME, or save it as UTF-8`;
}

/** The guess for text that makes sense as Windows-1252. */
function besideWestern(candidates: readonly Candidate[], western: string, bytes: number): string {
  const own = candidates.find(({ text }) => text === western)?.confidence ?? 0;
  const best = mostCredible(candidates.filter(({ text }) => text !== western && isPlausible(text)));
  const lead = bytes < MORE_BYTES ? CLEAR_LEAD.few : CLEAR_LEAD.more;
  if (best === undefined || best.confidence < own * lead) return 'windows-1252';
  // Spanish has the accents of Czech, and an n with a tilde that would be a letter of Polish.
  const isBetterSpelled = spelledByOne('windows-1252', western) > spelledByOne(best.name, best.text);
  return isBetterSpelled ? 'windows-1252' : best.name;
}

/** The guess for text that makes no sense as Windows-1252. */
function unlikeWestern(candidates: readonly Candidate[], western: string, cells: Buffer): string | undefined {
  const others = candidates.filter(({ text }) => text !== western && isPlausible(text));
  const best = mostCredible(others);
  return best === undefined || best.confidence < LEAST_CONFIDENCE
    ? undefined
    : amongEucs(best, others, cells);
}

/**
 * The first candidate, unless it is Windows-1250 and ISO 8859-2 is as credible. The two differ in a few letters: those of Polish in
 * Windows-1250 are letters of Czech, Slovak, Slovene or Croatian in ISO 8859-2. Real Polish has other Polish letters too.
 */
function mostCredible(candidates: readonly Candidate[]): Candidate | undefined {
  const [best] = candidates;
  if (best?.name !== 'windows-1250' || !/[ąľ]/.test(best.text) || /[ęłń]/.test(best.text)) return best;
  const iso = candidates.find(({ name }) => name === 'iso-8859-2');
  return iso !== undefined && iso.confidence >= best.confidence * NEARLY ? iso : best;
}

/** With at least FEWEST_LEADS characters, their rows show the language. With fewer, the detector needs the lead CLEAR_EUC_LEAD. */
const FEWEST_LEADS = 16;
const CLEAR_EUC_LEAD = 2.5;

/**
 * Tells EUC-JP, EUC-KR and GB18030 apart, in all of which names of any of the three languages are valid. Korean syllables are in rows up to
 * 0xC8. Chinese has a quarter of its characters, those whose sounds begin with X, Y or Z, in 0xD0 to 0xD7, where Japanese rarely has any.
 * With few characters it stays unclear.
 */
function amongEucs(best: Candidate, candidates: readonly Candidate[], cells: Buffer): string | undefined {
  if (best.name !== 'gb18030' && best.name !== 'euc-kr' && best.name !== 'euc-jp') return best.name;
  // The detector leaves out some possible encodings.
  const canBe = (name: string): boolean => decodedAs(name, cells) !== undefined;
  const leads = cells.filter((byte, index) => byte >= 0xb0 && isLead(cells, index));
  const share = (from: number, to: number): number =>
    leads.filter((byte) => byte >= from && byte <= to).length / leads.length;
  const isKorean = share(0xb0, 0xc8) > 0.97;
  if (leads.length >= FEWEST_LEADS) {
    if (isKorean && canBe('euc-kr')) return 'euc-kr';
    const isJapanese = share(0xc9, 0xcf) > 0.1 && share(0xd0, 0xd7) < 0.1;
    return isJapanese && canBe('euc-jp') ? 'euc-jp' : best.name;
  }
  if (best.name === 'gb18030' && isKorean) return undefined;
  const rival = best.name === 'euc-jp' ? undefined : candidates.find(({ name }) => name === 'euc-jp');
  return best.confidence > (rival?.confidence ?? 0) * CLEAR_EUC_LEAD ? best.name : undefined;
}

/** Whether the byte is the first one of a pair: an even number of bytes beyond ASCII stands before it. */
function isLead(bytes: Buffer, index: number): boolean {
  let start = index;
  while (start > 0 && (bytes[start - 1] ?? 0) >= 0x80) start -= 1;
  return (index - start) % 2 === 0;
}
