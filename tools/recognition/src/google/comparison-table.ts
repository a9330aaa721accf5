import type { Comparison, Difference } from './compare.js';
import type { JudgedDifferences } from './judgements.js';

/** The lines of a Markdown table. */
export function judgementsTable({ judged }: JudgedDifferences): string[] {
  return [
    '| rule | for example | of | we read | Google reads | cells | judgement |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...judged.flatMap(({ judgement, differences }) => {
      const [first] = differences;
      if (first === undefined) return [];
      const { cell, example, google, ours } = first;
      const columns = [judgement.rule, `\`${cell}\``, `${example.country} \`${example.number}\``];
      const reads = [ours, google].map((number) => (number === undefined ? 'none' : `\`${number}\``));
      return [`| ${[...columns, ...reads, differences.length, judgement.verdict].join(' | ')} |`];
    }),
  ];
}

/** How often each of the two reads the number that was written, another one, or none. */
export function comparisonSum({ cells, differences, examples }: Comparison): string {
  const count = (outcome: RegExp): number =>
    differences.filter(({ outcomes }) => outcome.test(outcomes)).length;
  return [
    `${cells} cells of ${examples} examples, ${cells - differences.length} read alike`,
    `only Google reads the number in ${count(/^none\/right/)}, only we in ${count(/^right\//)}`,
    `another number is read by Google in ${count(/\/other$/)}, by us in ${count(/^other\//)}`,
  ].join('; ');
}

export function differenceText({ cell, example, google, ours, writing }: Difference): string {
  const { country, number, type } = example;
  return `${writing}: ${country} ${type} ${JSON.stringify(cell)} is ${number}, we read ${ours ?? 'none'}, Google ${google ?? 'none'}`;
}
