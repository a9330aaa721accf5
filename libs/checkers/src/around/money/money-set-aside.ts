/** What one process has set aside for calls under way, in millionths. */
export class MoneySetAside {
  amount = 0;
  #end: () => void = () => undefined;
  #nextEnd = this.#newEnd();

  /** Resolves when the next call has ended, and has given back what it did not cost. */
  get nextEnd(): Promise<void> {
    return this.#nextEnd;
  }

  /** Before the counts are asked for the amount: what they have counted already must not pass for spent. */
  begin(amount: number): void {
    this.amount += amount;
  }

  /** The counts did not have the amount. */
  giveUp(amount: number): void {
    this.amount -= amount;
  }

  end(amount: number): void {
    this.amount -= amount;
    const end = this.#end;
    this.#nextEnd = this.#newEnd();
    end();
  }

  #newEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#end = resolve;
    });
  }
}
