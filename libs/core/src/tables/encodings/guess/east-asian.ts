import { type Candidate, decodedAs } from './detector.js';

/** Characters from which the rows that they are in tell the language, and how clearly a detector has to tell it of fewer. */
const FEWEST_LEADS = 16;
const CLEAR_EUC_LEAD = 2.5;

/**
 * Tells EUC-JP, EUC-KR and GB18030 apart, in all of which names of any of the three languages are valid. Korean syllables are in rows up
 * to 0xC8. Chinese has a quarter of its characters, those whose sounds begin with X, Y or Z, in 0xD0 to 0xD7, where Japanese rarely
 * has any. Of few characters, nobody can tell.
 */
export function amongEucs(
  best: Candidate,
  candidates: readonly Candidate[],
  cells: Buffer,
): string | undefined {
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
