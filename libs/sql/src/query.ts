import { createHash } from 'node:crypto';
import { isTable } from './schema.js';

declare const types: unique symbol;

/** A statement or a part of one, with named values. {@link sql} makes it. */
export interface Query<Values, Row = unknown> {
  readonly texts: readonly string[];
  /** The parts between the texts: the name of a value, another query, or words that differ between databases. */
  readonly parts: readonly (string | Query<never> | Words)[];
  /** Carries the types of values and rows. It has no value at run time. */
  readonly [types]?: (values: Values) => Row;
}

/** Words of a statement that differ between databases. */
export interface Words {
  readonly sqlite: string;
  readonly postgres: string | Query<Record<never, never>>;
}

/** The row of a query. */
export type RowOf<Of> = Of extends Query<never, infer Row> ? Row : never;

/**
 * Writes a statement in the SQL that both databases share. `${'name'}` is a parameter, which gets the value of that name; no value becomes
 * a part of the text. `${part}` inserts another query with its values. Keywords are in lower case, and each name of a table follows `from`,
 * `join`, `into` or `update`: {@link Statements} finds it there. The type of the rows is declared, since no compiler reads SQL: the tests
 * run every statement.
 */
export function sql<Values extends object = Record<never, never>, Row = never>(
  texts: readonly string[],
  ...parts: readonly ((keyof Values & string) | Query<Values> | Words)[]
): Query<Values, Row> {
  return { texts, parts };
}

/** A text of our own code as a statement or a part. It may hold no value of a caller. */
export function verbatim<Row = never>(text: string): Query<Record<never, never>, Row> {
  return { texts: [text], parts: [] };
}

/** Locks the rows that a select finds, in its order; tables are locked in that of `LOCK_ORDER`. In a file, where works run one after another, it does nothing. */
export const FOR_UPDATE: Words = { sqlite: '', postgres: 'for update' };

/** Like {@link FOR_UPDATE}, but leaves out the rows that other writes have locked. */
export const SKIPPING_LOCKED: Words = { sqlite: '', postgres: 'for update skip locked' };

/**
 * A condition of a statement that a server commits by itself, see `writeEach` of a database: it waits for rows that others have locked no
 * longer than a transaction does. The session knows the time. A locked table comes before every condition, so the wait for one ends with the
 * time limit of the statement.
 */
export const WAITS_NO_LONGER: Words = {
  sqlite: 'true',
  postgres: { texts: ["set_config('lock_timeout', ", ", true) <> ''"], parts: ['lockTimeout'] },
};

/** A condition of a statement that a crash of the server may undo: its commit does not wait for the disk. */
export const MAY_BE_UNDONE: Words = {
  sqlite: 'true',
  postgres: "set_config('synchronous_commit', 'off', true) <> ''",
};

/**
 * The keys of the rows that a statement removes, chosen once. A server may run a subquery of a condition again for each row: one that
 * passes over locked rows would then choose others, beyond its limit.
 */
export function chosenOnce<Values extends object>(keys: Query<Values>): Query<Values, never> {
  const choose = { sqlite: '', postgres: 'with chosen as materialized (' };
  const chosen = { sqlite: '', postgres: ') select * from chosen' };
  return sql<Values>`(${choose}${keys}${chosen})`;
}

/**
 * Whether the key of a row is one of those that a query chooses, once. With outdated statistics, the planner of a server runs a plain
 * subquery again for each row: a claim from 20,000 open chunks took 39 s, and takes 30 ms like this.
 */
export function isChosen<Values extends object>(column: string, keys: Query<Values>): Query<Values, never> {
  const begin = { sqlite: `${column} in (`, postgres: `${column} = any(array(` };
  const end = { sqlite: ')', postgres: '))' };
  return sql<Values>`${begin}${keys}${end}`;
}

/**
 * Marks a statement that replaces data of customers, and not only counts, times and the like: in a file, its old rows leave the log like
 * those of a deletion.
 */
export const ERASES: Words = { sqlite: '/* erases */', postgres: '' };

/** Parts with commas between them. */
export function listed<Values>(parts: readonly Query<Values>[]): Query<Values, never> {
  const commas = parts.slice(1).map(() => ', ');
  return { texts: ['', ...commas, ''], parts };
}

/** A query as a driver takes it. */
export interface Statement {
  readonly text: string;
  /** Made of the text. So all releases and processes that share a connection mean the same by it. */
  readonly name: string;
  /** The names of its parameters' values, in their order. */
  readonly names: readonly string[];
}

/** The queries of one database as its driver takes them. Each is written out once, at its first use. */
export class Statements {
  readonly #engine: keyof Words;
  readonly #schema: string | undefined;
  readonly #written = new WeakMap<Query<never>, Statement>();

  /** `schema`: the schema of the tables. Undefined for a file. */
  constructor(engine: keyof Words, schema?: string) {
    this.#engine = engine;
    this.#schema = schema;
  }

  of(query: Query<never>): Statement {
    const known = this.#written.get(query);
    if (known !== undefined) return known;
    const names: string[] = [];
    const text = this.#withSchema(this.#textOf(query, names));
    const name = `dialproof_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    const statement = { text, name, names };
    this.#written.set(query, statement);
    return statement;
  }

  #textOf({ parts, texts }: Query<never>, names: string[]): string {
    return texts.reduce((text, next, index) => {
      const part = parts[index - 1];
      return `${text}${part === undefined ? '' : this.#partOf(part, names)}${next}`;
    });
  }

  #partOf(part: Query<never>['parts'][number], names: string[]): string {
    if (typeof part === 'string') {
      names.push(part);
      return this.#engine === 'postgres' ? `$${names.length}` : '?';
    }
    const own = 'texts' in part ? part : part[this.#engine];
    return typeof own === 'string' ? own : this.#textOf(own, names);
  }

  /** Reads and writes set no search path: a read has no transaction that could, and a pooler would lose that of a connection. */
  #withSchema(text: string): string {
    if (this.#schema === undefined) return text;
    return text.replace(/\b(from|join|into|update)\s+(\w+)/g, (found, word: string, name: string) =>
      isTable(name) ? `${word} "${this.#schema}".${name}` : found,
    );
  }
}

/** The values of a statement's parameters, in their order. */
export function valuesOf<Values>({ names }: Statement, values: Values): unknown[] {
  // The names are those of `Values`.
  return names.map((name) => values[name as keyof Values]);
}
