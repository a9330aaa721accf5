import type { QueryConfig, QueryResult } from 'pg';

export interface TransactionParts {
  /** The statements that begin it. The last of them also answers {@link timeQuery}. */
  readonly beginning: readonly QueryConfig[];
  /** The SQL by which works ask for the time of the server. Asked for at first, it costs no statement. */
  readonly timeQuery: string;
  /** Sends statements together. `asked`: how many of them a work asked for. */
  readonly send: (statements: readonly QueryConfig[], asked: number) => Promise<readonly QueryResult[]>;
}

interface Asked {
  readonly query: QueryConfig;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

const COMMIT: QueryConfig = { text: 'commit' };

/**
 * The transaction of one write, in as few round trips as the work allows. Statements that are asked for in one turn go to the server together; the
 * first ones take the beginning of the transaction with them, and the last ones its end, where the work says that they are.
 */
export class PostgresTransaction {
  readonly #parts: TransactionParts;
  #asked: Asked[] = [];
  #sending: Promise<void> | undefined;
  #isBegun = false;
  #isLast = false;
  #isEnded = false;

  constructor(parts: TransactionParts) {
    this.#parts = parts;
  }

  /** Whether the server may have a transaction that has not been ended. */
  get isOpen(): boolean {
    return this.#isBegun && !this.#isEnded;
  }

  ask(query: QueryConfig): Promise<QueryResult> {
    if (this.#isLast) return Promise.reject(new Error('a write asked for more than it had said'));
    return new Promise((resolve, reject) => {
      this.#asked.push({ query, resolve, reject });
      this.#sending ??= this.#sendAll();
    });
  }

  /** The end of the transaction goes with what was asked for in this turn. */
  nothingFollows(): void {
    this.#isLast = true;
  }

  async commit(): Promise<void> {
    await this.#sending;
    if (this.isOpen) assertKept(await this.#send([COMMIT], 0));
    this.#isEnded = true;
  }

  /** Waits for what is under way, then ends the transaction without a trace. */
  async rollback(): Promise<void> {
    await this.#sending;
    if (this.isOpen) await this.#send([{ text: 'rollback' }], 0);
  }

  async #sendAll(): Promise<void> {
    // What is asked for in this turn is here by then.
    await Promise.resolve();
    for (let asked = this.#take(); asked.length > 0; asked = this.#take()) {
      try {
        const results = await this.#sendAsked(asked);
        for (const [index, { reject, resolve }] of asked.entries()) {
          const result = results[index];
          if (result === undefined) reject(new Error('the server has answered too few statements'));
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.#sending = undefined;
  }

  #take(): readonly Asked[] {
    const asked = this.#asked;
    this.#asked = [];
    return asked;
  }

  /** Resolves to a result of each. */
  async #sendAsked(asked: readonly Asked[]): Promise<readonly QueryResult[]> {
    const { beginning, timeQuery } = this.#parts;
    const before = this.#isBegun ? [] : beginning;
    const after = this.#isLast ? [COMMIT] : [];
    const isKnown = ({ query }: Asked) => before.length > 0 && query.text === timeQuery;
    const queries = asked.filter((one) => !isKnown(one)).map(({ query }) => query);
    this.#isBegun = true;
    const results = await this.#send([...before, ...queries, ...after], queries.length);
    if (after.length > 0) {
      assertKept(results);
      this.#isEnded = true;
    }
    const own = results.slice(before.length).values();
    const time = results[before.length - 1];
    return asked.flatMap((one) => (isKnown(one) ? time : own.next().value) ?? []);
  }

  #send(statements: readonly QueryConfig[], asked: number): Promise<readonly QueryResult[]> {
    return this.#parts.send(statements, asked);
  }
}

/** After a failed statement that the work has ignored, the server answers COMMIT with ROLLBACK and no error. */
function assertKept(results: readonly QueryResult[]): void {
  if (results.at(-1)?.command !== 'ROLLBACK') return;
  throw new Error('a write went on after a statement had failed: nothing of it is kept');
}
