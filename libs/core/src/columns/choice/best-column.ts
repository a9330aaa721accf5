import { nextTurn } from '../../async/next-turn.js';

/** A column that may be the phone column. */
export interface Candidate {
  readonly index: number;
  readonly count: number;
  readonly filled: number;
  /** The number of its cells that count as phones. */
  readonly phones: number;
  /** 0 for a first choice. A column of a lower rank wins over an equally full one. */
  readonly rank: number;
}

/**
 * Finds the leftmost column that is mostly phones. If there is none, since many rows are empty, it finds the leftmost column whose
 * filled cells are mostly phones. That column needs at least half as many phones as the fullest one, so that two numbers of
 * assistants do not win over fifty of customers. Returns undefined if no column qualifies.
 */
export async function bestColumn(
  indexes: readonly number[],
  candidateAt: (index: number) => Promise<Candidate | undefined>,
): Promise<number | undefined> {
  const full: Candidate[] = [];
  const sparse: Candidate[] = [];
  for (const index of indexes) {
    // A wide file may have a thousand columns.
    await nextTurn();
    const candidate = await candidateAt(index);
    if (candidate === undefined) continue;
    const { count, filled, phones, rank } = candidate;
    if (phones * 2 > count) {
      if (rank === 0) return index;
      full.push(candidate);
    } else if (phones * 2 > filled) sparse.push(candidate);
  }
  const most = Math.max(0, ...sparse.map(({ phones }) => phones));
  const rivals = full.length > 0 ? full : sparse.filter(({ phones }) => phones * 2 >= most);
  const lowest = Math.min(...rivals.map(({ rank }) => rank));
  return rivals.find(({ rank }) => rank === lowest)?.index;
}
