import { nextTurn } from '../next-turn.js';
import type { ColumnCells } from './column-cells.js';

/** A column that may be the one of the phones. */
export interface Candidate {
  readonly index: number;
  readonly cells: ColumnCells;
  /** Whether another one comes first if it is as good. */
  readonly isSecondChoice: boolean;
}

/**
 * Of columns from left to right, the leftmost that is mostly phones; when none is, since many rows have none, the leftmost whose
 * filled cells are. There a column counts that has half as many phones as the fullest one or more, so that two numbers of
 * assistants do not go before fifty of customers. Undefined when no column is either.
 */
export async function bestColumn(
  indexes: readonly number[],
  candidateAt: (index: number) => Candidate | undefined,
): Promise<number | undefined> {
  const full: Candidate[] = [];
  const sparse: Candidate[] = [];
  for (const index of indexes) {
    // A wide file may have a thousand of them.
    await nextTurn();
    const candidate = candidateAt(index);
    if (candidate === undefined) continue;
    const { count, filled, phones } = candidate.cells;
    if (phones * 2 > count) {
      if (!candidate.isSecondChoice) return index;
      full.push(candidate);
    } else if (phones * 2 > filled) sparse.push(candidate);
  }
  const most = Math.max(0, ...sparse.map(({ cells }) => cells.phones));
  const rivals = full.length > 0 ? full : sparse.filter(({ cells }) => cells.phones * 2 >= most);
  return (rivals.find(({ isSecondChoice }) => !isSecondChoice) ?? rivals[0])?.index;
}
