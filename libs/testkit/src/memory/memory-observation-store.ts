import type { E164, Observation, ObservationStore, ObservedApp } from '@dialproof/core';

/** Keeps observations in this process's memory, for tests and for trying out: they are forgotten when the process ends. */
export class MemoryObservationStore implements ObservationStore {
  readonly #byNumber = new Map<E164, Map<ObservedApp, Observation>>();

  async record(observations: readonly Observation[]): Promise<void> {
    for (const { number, app, seenAt, source } of observations) {
      const apps = this.#byNumber.get(number) ?? new Map<ObservedApp, Observation>();
      const known = apps.get(app);
      if (known === undefined || known.seenAt < seenAt) apps.set(app, { number, app, seenAt, source });
      this.#byNumber.set(number, apps);
    }
  }

  async find(numbers: readonly E164[], since: number): Promise<readonly Observation[]> {
    return [...new Set(numbers)]
      .flatMap((number) => [...(this.#byNumber.get(number)?.values() ?? [])])
      .filter(({ seenAt }) => seenAt >= since)
      .map((observation) => ({ ...observation }));
  }

  async forget(number: E164): Promise<void> {
    this.#byNumber.delete(number);
  }

  async expire({ before, limit }: { readonly before: number; readonly limit: number }): Promise<number> {
    let removed = 0;
    for (const [number, apps] of this.#byNumber) {
      for (const [app, { seenAt }] of apps) {
        if (removed >= limit) return removed;
        if (seenAt >= before) continue;
        apps.delete(app);
        removed += 1;
        if (apps.size === 0) this.#byNumber.delete(number);
      }
    }
    return removed;
  }
}
