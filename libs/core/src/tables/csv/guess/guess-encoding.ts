import { codePageDecoder } from '../text/code-page.js';
import { decodeWindows1252 } from '../text/windows-1252.js';
import { beyondAscii, DistinctCells } from './distinct-cells.js';
import { looksMeant, looksWestern } from './odd-text.js';

/** The WHATWG's name of each encoding that is looked for, by the name that jschardet has for it. */
const ENCODINGS: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  shift_jis: 'shift_jis',
  'euc-jp': 'euc-jp',
  cp949: 'euc-kr',
  'euc-kr': 'euc-kr',
  gb18030: 'gb18030',
  big5: 'big5',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  cp1258: 'windows-1258',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-5': 'iso-8859-5',
  'iso-8859-7': 'iso-8859-7',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  ibm866: 'ibm866',
};

/** Bytes beyond ASCII below which nobody can tell encodings of one script apart. */
const FEW_BYTES = 8;

/** How much more credible another encoding has to be than Windows-1252 where that makes sense of the text: of few bytes, and of more. */
const CLEAR_LEAD = { few: 1.5, more: 1.25 };
const MORE_BYTES = 12;

/** The share of the best one's confidence with which another one is as credible. */
const NEARLY = 0.9;

/** Bytes beyond ASCII, and a confidence, below which a guess is none. */
const FEWEST_BYTES = 4;
const LEAST_CONFIDENCE = 0.02;

interface Candidate {
  readonly name: string;
  readonly confidence: number;
  readonly text: string;
}

/**
 * The encoding of text that is not UTF-8, by the WHATWG's name, or undefined if it cannot be told. `sample` begins in ASCII, and may be
 * cut off at its end.
 *
 * Windows-1252 is taken where it makes sense of the text, unless another encoding is clearly more credible; where it makes none, the
 * most credible one is. Detectors alone take every eighth short list for another than it is.
 */
export async function guessEncoding(sample: Buffer): Promise<string | undefined> {
  const distinct = new DistinctCells();
  distinct.add(sample);
  const cells = distinct.lines();
  const western = decodeWindows1252(cells);
  const isWestern = looksWestern(western);
  const bytes = beyondAscii(cells);
  if (isWestern && bytes < FEW_BYTES) return 'windows-1252';
  const candidates = await candidatesFor(cells, sample);
  const others = candidates.filter(({ text }) => text !== western && looksMeant(text));
  const best = mostCredible(others);
  if (isWestern) {
    const own = candidates.find(({ text }) => text === western)?.confidence ?? 0;
    const lead = bytes < MORE_BYTES ? CLEAR_LEAD.few : CLEAR_LEAD.more;
    return best !== undefined && best.confidence >= own * lead ? best.name : 'windows-1252';
  }
  if (best === undefined || bytes < FEWEST_BYTES || best.confidence < LEAST_CONFIDENCE) return undefined;
  return amongEucs(best, others, cells);
}

/** Those in which the sample can be decoded, the most credible first. */
async function candidatesFor(cells: Buffer, sample: Buffer): Promise<readonly Candidate[]> {
  // Loaded when it is first needed: its model takes a tenth of a second.
  const { detectAll } = await import('jschardet');
  const detected = detectAll(cells, { detectEncodings: Object.keys(ENCODINGS), minimumThreshold: 0 });
  const candidates = new Map<string, Candidate>();
  for (const { encoding, confidence } of detected) {
    const name = ENCODINGS[encoding?.toLowerCase() ?? ''];
    if (name === undefined || candidates.has(name)) continue;
    const text = decodedAs(name, cells);
    if (text === undefined || /[\u0080-\u009f]/.test(text) || decodedAs(name, sample) === undefined) continue;
    candidates.set(name, { name, confidence, text });
  }
  return [...candidates.values()];
}

/**
 * The first one, unless it is Windows-1250 and ISO 8859-2 is as credible. They differ in a few letters, which are Polish in the one and Czech,
 * Slovak, Slovene or Croatian in the other: the first has them beside other letters of Polish.
 */
function mostCredible(candidates: readonly Candidate[]): Candidate | undefined {
  const [best] = candidates;
  if (best?.name !== 'windows-1250' || !/[ąľ]/.test(best.text) || /[ęłń]/.test(best.text)) return best;
  const iso = candidates.find(({ name }) => name === 'iso-8859-2');
  return iso !== undefined && iso.confidence >= best.confidence * NEARLY ? iso : best;
}

/** Characters from which the rows that they are in tell the language, and how clearly a detector has to tell it of fewer. */
const FEWEST_LEADS = 16;
const CLEAR_EUC_LEAD = 2.5;

/**
 * Tells EUC-JP, EUC-KR and GB18030 apart, in all of which names of any of the three languages are valid. Korean syllables are in rows up
 * to 0xC8. Chinese has a quarter of its characters, those whose sounds begin with X, Y or Z, in 0xD0 to 0xD7, where Japanese rarely
 * has any. Of few characters, nobody can tell.
 */
function amongEucs(best: Candidate, candidates: readonly Candidate[], cells: Buffer): string | undefined {
  if (best.name !== 'gb18030' && best.name !== 'euc-kr' && best.name !== 'euc-jp') return best.name;
  // The detector leaves out some that are possible.
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

function decodedAs(name: string, bytes: Buffer): string | undefined {
  // As a part of a text: a character that is cut off at the end is no fault.
  return name === 'windows-1252' ? decodeWindows1252(bytes) : codePageDecoder(name)(bytes);
}
