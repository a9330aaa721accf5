import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERIFICATION_STATUSES } from '../../model/statuses.js';
import { csvBytes } from '../../tables/csv-writer.js';
import { splitCsvLines } from '../../tables/table-block.js';
import { answeredByte } from '../chunk-statuses.js';
import { NO_NUMBER, type RowBlock } from '../row-block.js';
import { TaskAnswers } from '../task-answers.js';
import { DEFAULT_COLUMNS } from './result-columns.js';
import { lineEnds, resultLines } from './result-csv.js';

/** Five numbers, one with each status. */
const ANSWERS = new TaskAnswers([Uint8Array.from(VERIFICATION_STATUSES, answeredByte)], 5);

/** As `CsvWriter` writes rows, or with quotes around every cell. */
function blockOf(
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
  isQuoted = false,
): RowBlock {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return {
    text: isQuoted
      ? Buffer.from(rows.map((cells) => `${cells.map(quoted).join() || '""'}\n`).join(''))
      : csvBytes(rows),
    cellCounts: Int32Array.from(rows, ({ length }) => Math.max(1, length)),
    numberIndexes: Int32Array.from(numbers),
  };
}

const cell = fc.string({
  unit: fc.constantFrom('"', '\n', '\r', ',', 'a', 'é', '漢', '\ufeff'),
  maxLength: 5,
});
const row = fc.tuple(fc.array(cell, { maxLength: 4 }), fc.integer({ min: NO_NUMBER, max: 4 }));

describe('the lines of a result', () => {
  it('are the wanted lines as they were written, filled up to the width, each with its status', () => {
    const wantedOnes = fc.option(fc.uniqueArray(fc.constantFrom(...VERIFICATION_STATUSES)), {
      nil: undefined,
    });
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 20 }),
        fc.nat(3),
        wantedOnes,
        fc.boolean(),
        fc.option(fc.uint8Array({ max: 1, minLength: 5, maxLength: 5 }), { nil: undefined }),
        (rows, more, statuses, isQuoted, leftOut) => {
          const block = blockOf(
            rows.map(([cells]) => cells),
            rows.map(([, number]) => number),
            isQuoted,
          );
          const width = Math.max(1, ...block.cellCounts) + more;
          const expected = splitCsvLines(block.text).map((line, index) => {
            const status = VERIFICATION_STATUSES[rows[index]?.[1] ?? NO_NUMBER] ?? 'unknown';
            const missing = ','.repeat(width - (block.cellCounts[index] ?? width));
            const isLeftOut = leftOut?.[rows[index]?.[1] ?? NO_NUMBER] === 1;
            return isLeftOut || statuses?.includes(status) === false ? '' : `${line}${missing},${status}\n`;
          });
          const selection = { columns: DEFAULT_COLUMNS, leftOut, statuses: statuses && new Set(statuses) };
          const written = resultLines(block, width, lineEnds(ANSWERS, selection, undefined));
          expect(written.toString()).toBe(expected.join(''));
        },
      ),
    );
  });

  it('are refused where the task store has lost some of them', () => {
    const block = blockOf([['a'], ['b']], [0, 1]);
    const cut = { ...block, text: block.text.subarray(0, 2) };
    expect(() => resultLines(cut, 1, () => Buffer.from(',dead\n'))).toThrow(RangeError);
  });
});
