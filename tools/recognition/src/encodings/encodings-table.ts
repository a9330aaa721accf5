import { LETTER_CASES } from './encoded-list.js';
import type { EncodingTally } from './measure-encodings.js';

/** The lines of a Markdown table: a row for each language and encoding, a column for each case of its letters. */
export function encodingsTable(tallies: readonly EncodingTally[]): string[] {
  const rows = groups(tallies);
  return [
    `| language | encoding | ${LETTER_CASES.join(' | ')} |`,
    `| --- | --- | ${LETTER_CASES.map(() => '---').join(' | ')} |`,
    ...[...rows].map(([name, ofRow]) => {
      const cells = LETTER_CASES.map((letters) => cellOf(ofRow.find((tally) => tally.letters === letters)));
      return `| ${name} | ${cells.join(' | ')} |`;
    }),
  ];
}

/** The sums over every language and encoding. */
export function encodingsSum(tallies: readonly EncodingTally[]): string {
  return LETTER_CASES.map((letters) => {
    const fates = tallies.filter((tally) => tally.letters === letters).map((tally) => tally.fates);
    const sum = (part: keyof EncodingTally['fates']): number =>
      fates.reduce((total, one) => total + one[part], 0);
    const lists = sum('right') + sum('western') + sum('wrong') + sum('refused');
    return `${letters}: ${sum('right')} of ${lists} read as written, ${sum('refused')} refused, ${sum('western')} taken for windows-1252, ${sum('wrong')} for another one`;
  }).join('\n');
}

function cellOf(tally: EncodingTally | undefined): string {
  if (tally === undefined) return '';
  const { right, refused, western, wrong } = tally.fates;
  const others = [
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(western > 0 ? [`${western} as windows-1252`] : []),
    ...(wrong > 0 ? [`${wrong} wrong`] : []),
  ];
  return [`${right} of ${right + refused + western + wrong}`, ...others].join(', ');
}

function groups(tallies: readonly EncodingTally[]): ReadonlyMap<string, readonly EncodingTally[]> {
  const found = new Map<string, EncodingTally[]>();
  for (const tally of tallies) {
    const name = `${tally.language} | ${tally.encoding}`;
    found.set(name, [...(found.get(name) ?? []), tally]);
  }
  return found;
}
