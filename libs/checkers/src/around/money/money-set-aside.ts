/** The money that one process has set aside for calls under way, in millionths. */
export class MoneySetAside {
  amount = 0;
  /** The number of ended calls. */
  ends = 0;
  #nextEnd: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  /** Resolves when the next call has ended and has given back the money that it did not cost. */
  nextEnd(): Promise<void> {
    this.#nextEnd ??= newEnd();
    return this.#nextEnd.promise;
  }

  /** Call it before the amount is taken from the counts: money that they have counted already must not look spent. */
  begin(amount: number): void {
    this.amount += amount;
  }

  /** The counts did not have the amount. */
  giveUp(amount: number): void {
    this.amount -= amount;
  }

  end(amount: number): void {
    this.amount -= amount;
    this.ends += 1;
    this.#nextEnd?.resolve();
    this.#nextEnd = undefined;
  }
}

function newEnd() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((onResolve) => {
    resolve = onResolve;
  });
  return { promise, resolve };
}
