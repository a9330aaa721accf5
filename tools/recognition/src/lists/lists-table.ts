import type { ListTally, OddCell, WrongColumn } from './measure-lists.js';

const SHOWN = 12;

/** The lines of a Markdown table. */
export function listsTable(tallies: readonly ListTally[]): string[] {
  return [
    '| list | for example | lists | another column taken | no column taken | cells | read | to be read, and missed | wrong | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...tallies.map((tally) => {
      const { cells, example, kind, lists, missed, noColumn, read, wrong, wrongColumns } = tally;
      const others = kind.holdsPhones ? [wrongColumns.length, noColumn.length] : ['', ''];
      const columns = [kind.name, `\`${code(example)}\``, lists, ...others];
      const missedShare = tally.readable === 0 ? '' : `${missed.length} of ${tally.readable}`;
      return `| ${[...columns, cells, read, missedShare, wrong.length, remark(tally)].join(' | ')} |`;
    }),
  ];
}

/** The sums over every kind. */
export function listsSum(tallies: readonly ListTally[]): string {
  const sum = (part: (tally: ListTally) => number): number =>
    tallies.reduce((total, tally) => total + part(tally), 0);
  const held = tallies.filter(({ kind }) => kind.openBecause === undefined);
  const wrong = held.reduce((total, tally) => total + tally.wrong.length, 0);
  return [
    `${sum(({ cells }) => cells)} cells of ${sum(({ lists }) => lists)} lists`,
    `${sum(({ read }) => read)} read`,
    `${sum(({ missed }) => missed.length)} of ${sum(({ readable }) => readable)} missed`,
    `${sum(({ wrongColumns }) => wrongColumns.length)} times another column taken`,
    `${sum(({ noColumn }) => noColumn.length)} times none`,
    `${wrong} wrong, and ${sum((tally) => tally.wrong.length) - wrong} where two readings are honest`,
  ].join(', ');
}

/** Kinds in which a cell was read as a number that its writer did not mean, although only one reading is honest. */
export function wrongKinds(tallies: readonly ListTally[]): readonly ListTally[] {
  return tallies.filter(({ kind, wrong }) => kind.openBecause === undefined && wrong.length > 0);
}

/** Some cells and columns of each kind that were not read as meant, from all over the lists. */
export function oddListCells({ kind, missed, noColumn, wrong, wrongColumns }: ListTally): string[] {
  return [
    ...some(wrong).map((cell) => `${kind.name}, wrong: ${cellText(cell)}`),
    ...some(missed).map((cell) => `${kind.name}, missed: ${cellText(cell)}`),
    ...some(wrongColumns).map((column) => `${kind.name}, another column: ${columnText(column)}`),
    ...some(noColumn).map((column) => `${kind.name}, no column: ${columnText(column)}`),
  ];
}

export function cellText({ country, header, meant, read, text }: OddCell): string {
  return `${country} ${JSON.stringify(header)} ${JSON.stringify(text)} is ${meant ?? 'none'}, read as ${read ?? 'none'}`;
}

function columnText({ column, country, headers, taken, text }: WrongColumn): string {
  return `${country} ${JSON.stringify(headers)}: ${taken} instead of ${column}, which begins with ${JSON.stringify(text)}`;
}

function some<Item>(items: readonly Item[]): readonly Item[] {
  const every = Math.ceil(items.length / SHOWN);
  return items.filter((_, index) => index % every === 0);
}

function remark({ kind, wrong }: ListTally): string {
  if (kind.openBecause !== undefined) return kind.openBecause;
  return wrong.length > 0 ? 'misses the aim' : '';
}

/** Line ends and pipes would end a cell of the table. */
function code(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll('|', '\\|');
}
