import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import type { Violations } from '../violations.js';
import type { Upstream } from './upstream.js';
import { expectedStatus, type UpstreamFile } from './upstream-file.js';

export interface RowsToCheck {
  readonly content: AsyncIterable<Uint8Array>;
  readonly file: UpstreamFile;
  readonly upstream: Upstream;
  /** In the result of a cancelled task, an impossible number may be `unknown`, since its chunk may not have been begun. */
  readonly isPartial: boolean;
  readonly violations: Violations;
}

/** Compares every row of a result with the upstream's answers. */
export async function checkRows({
  content,
  file,
  isPartial,
  upstream,
  violations,
}: RowsToCheck): Promise<void> {
  const [, ...rows]: string[][] = parse(await text(content));
  violations.expectEqual('the number of rows of the result', rows.length, file.rows);
  const wrong = rows.flatMap((cells, row) => {
    const number = file.numbers[row];
    const expected = expectedStatus(file, number, (one) => upstream.answered(one));
    const found = cells.at(-1);
    const isOpen = isPartial && found === 'unknown' && file.impossible.has(number ?? '');
    return found === expected || isOpen ? [] : [`row ${row + 1} is ${found}, expected ${expected}`];
  });
  if (wrong.length > 0) violations.add(`${wrong.length} rows have a wrong status, the first: ${wrong[0]}`);
}
