/** Counts the outcomes of attacks: replies by their status, and events of connections. */
export class Tally {
  readonly #counts: Record<string, number> = {};

  /** By name; a reply's name is its status. */
  get counts(): Readonly<Record<string, number>> {
    return this.#counts;
  }

  count(name: string | number): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
  }
}
