import { meetsAim } from './aim.js';
import type { Misreading, Tally, WritingResult } from './measure.js';

const SHOWN_CELLS = 5;

/** The lines of a Markdown table. */
export function writingsTable(results: readonly WritingResult[]): string[] {
  return [
    '| writing | for example | readings | cells | read | misread | read, with country | misread, with country | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...results.map((result) => {
      const { writing, example, cells, alone, withCountry } = result;
      const columns = [writing.name, code(example), writing.readings, cells];
      const shares = [alone, withCountry].flatMap((tally) => sharesOf(tally, cells));
      return `| ${[...columns, ...shares, meetsAim(result) ? '' : 'misses the aim'].join(' | ')} |`;
    }),
  ];
}

export function nonPhonesTable(
  kinds: readonly {
    readonly kind: string;
    readonly cells: readonly string[];
    readonly read: readonly Misreading[];
  }[],
): string[] {
  return [
    '| no phone number | for example | cells | read, with any of the countries or without one |',
    '| --- | --- | --- | --- |',
    ...kinds.map(
      ({ kind, cells, read }) => `| ${kind} | ${code(cells[0] ?? '')} | ${cells.length} | ${read.length} |`,
    ),
  ];
}

/** Some cells that were misread or not read, for examination. */
export function oddCells({ writing, alone, withCountry }: WritingResult): string[] {
  const shown = (what: string, cells: readonly string[]): string[] =>
    cells.length === 0 ? [] : [`${writing.name}, ${what}: ${JSON.stringify(cells.slice(0, SHOWN_CELLS))}`];
  return [
    ...shown('misread', alone.misread),
    ...shown('misread with the country', withCountry.misread),
    ...(writing.readings === 'one' ? shown('not read', alone.unread) : []),
    ...(writing.readings === 'none' ? [] : shown('not read with the country', withCountry.unread)),
  ];
}

function sharesOf({ read, misread }: Tally, cells: number): string[] {
  return [share(read, cells), share(misread.length, cells)];
}

function share(part: number, all: number): string {
  // Not rounded up: 100 % means all.
  const percent = Math.floor((part * 10_000) / all) / 100;
  return `${part > 0 && percent === 0 ? '< 0.01' : percent} %`;
}

/** Invisible characters are shown by their code. */
function code(cell: string): string {
  const shown = cell
    .replace(/[^\P{Default_Ignorable_Code_Point}]|[^\P{Zs} ]|[\n\r]/gu, escaped)
    .replaceAll('|', '\\|');
  return `\`${shown}\``;
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
