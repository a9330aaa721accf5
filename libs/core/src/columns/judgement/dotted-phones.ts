import { filterInTurns } from '../../async/turn.js';
import type { CellReading } from '../../phone/cells/cell-reading.js';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';

const DOTTED = /^\d+(?:\.\d+)+$/;

/**
 * How many digits the phones of a column have that are written with dots, in at least as many cells as there are of other dotted ones, such as IP
 * addresses. Undefined if there are fewer.
 */
export async function dottedDigits(
  column: readonly string[],
  reading: CellReading,
): Promise<ReadonlySet<number> | undefined> {
  const dotted = column.filter((cell) => DOTTED.test(cell.trim()));
  const phones = await filterInTurns(dotted, (cell) => readPhoneCell(cell, reading) !== undefined);
  if (phones.length === 0 || phones.length * 2 < dotted.length) return undefined;
  return new Set(phones.map((cell) => cell.replace(/\D/g, '').length));
}
