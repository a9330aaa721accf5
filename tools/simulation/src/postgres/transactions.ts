const WRITES = /^\s*(?:insert|update|delete|with\b.*\b(?:insert into|update "|delete from))\b/is;
/** The tag of a statement that has changed rows. */
const CHANGED = /^(?:INSERT 0|UPDATE|DELETE) [1-9]/;
const FRAME = /^(?:begin|commit|rollback)\b/;
/** The status of a connection without a transaction. */
const IDLE = 'I';

/** A commit of a connection. */
export interface Commit {
  /** The last statement that writes, or else the last one. */
  readonly statement: string;
  /** Whether rows were changed. */
  readonly hasChanged: boolean;
}

/** Follows the transactions of one connection. */
export class Transactions {
  #isOpen = false;
  #hasChanged = false;
  #statements: string[] = [];

  /**
   * Takes statements that are about to be sent together. Returns whether they end with a commit: their own, or that of a single statement.
   */
  ask(statements: readonly string[]): boolean {
    const isFramed = this.#isOpen || statements.some((text) => text.startsWith('begin'));
    this.#statements.push(...statements.filter((text) => !FRAME.test(text)));
    return isFramed ? statements.includes('commit') : statements.some((text) => WRITES.test(text));
  }

  /** Takes the tags of what the server has answered, and the status of its transaction. Returns what would be committed here. */
  answer(tags: readonly string[], status: string): Commit {
    const writing = this.#statements.filter((text) => WRITES.test(text));
    // The tag of a query does not count changes in its `with`.
    this.#hasChanged ||=
      tags.some((tag) => CHANGED.test(tag)) || writing.some((text) => /^\s*with\b/i.test(text));
    const statement = writing.at(-1) ?? this.#statements.at(-1) ?? '';
    const commit = {
      statement: statement.replace(/"simulation_\w+"\./g, '').replace(/\s+/g, ' '),
      hasChanged: this.#hasChanged,
    };
    this.#isOpen = status !== IDLE;
    if (!this.#isOpen) {
      this.#statements = [];
      this.#hasChanged = false;
    }
    return commit;
  }
}
