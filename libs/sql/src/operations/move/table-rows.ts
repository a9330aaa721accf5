import { createHash } from 'node:crypto';
import { TABLES, type Tables } from '../../schema.js';

export type MovedTableName = {
  [Name in keyof Tables]: (typeof TABLES)[Name] extends true ? Name : never;
}[keyof Tables];

/** The moved tables, in the order of the move. */
export const MOVED_TABLES: readonly MovedTableName[] = Object.entries(TABLES)
  .filter(([, isMoved]) => isMoved)
  // The keys are names of tables.
  .map(([name]) => name as MovedTableName);

export type Cell = string | number | Uint8Array | null;

/** The cells of a row, in the order of the columns. */
export type Row = readonly Cell[];

export interface Column {
  readonly name: string;
  readonly type: 'integer' | 'text' | 'blob';
  /** Its place in the table's key, from 1; 0 outside of the key. */
  readonly key: number;
}

export interface TableShape {
  readonly table: MovedTableName;
  readonly columns: readonly Column[];
}

/** The columns of the key, in its order. */
export function keyOf({ columns }: TableShape): readonly Column[] {
  return columns.filter(({ key }) => key > 0).sort((a, b) => a.key - b.key);
}

/** Counts rows and computes a digest over them. Other rows, or another order, give another digest. */
export class TableDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(row: Row): void {
    this.#rows += 1;
    let text = 'r';
    for (const cell of row) {
      if (cell === null) text += 'n';
      else if (typeof cell === 'number') text += `i${cell};`;
      // With the lengths, different rows always give different texts.
      else if (typeof cell === 'string') text += `t${cell.length};${cell}`;
      else {
        this.#hash.update(`${text}b${cell.length};`).update(cell);
        text = '';
      }
    }
    this.#hash.update(text);
  }

  end(): { readonly rows: number; readonly digest: string } {
    return { rows: this.#rows, digest: this.#hash.digest('hex') };
  }
}

/** The approximate memory of a row, in bytes. */
export function weightOf(row: Row): number {
  return row.reduce<number>(
    (sum, cell) => sum + (cell === null || typeof cell === 'number' ? 8 : cell.length),
    0,
  );
}
