import { nextTurn } from '../async/next-turn.js';
import type { ColumnCells } from './column-cells.js';

/** A column that may be the phone column. */
export interface Candidate {
  readonly index: number;
  readonly cells: ColumnCells;
  /** Whether an equally good column that is no second choice wins. */
  readonly isSecondChoice: boolean;
}

/**
 * Finds the leftmost column that is mostly phones. If there is none, since many rows are empty, it finds the leftmost column whose
 * filled cells are mostly phones. Such a column needs at least half as many phones as the fullest one, so that two numbers of
 * assistants do not win over fifty of customers. Returns undefined if no column qualifies.
 */
export async function bestColumn(
  indexes: readonly number[],
  candidateAt: (index: number) => Candidate | undefined,
): Promise<number | undefined> {
  const full: Candidate[] = [];
  const sparse: Candidate[] = [];
  for (const index of indexes) {
    // A wide file may have a thousand columns.
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
