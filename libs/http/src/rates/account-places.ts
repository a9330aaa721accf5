import { type AccountId, DialproofError } from '@dialproof/core';

export interface PlaceBounds {
  /** The number of places in all. */
  readonly max: number;
  /** The most places of an account. */
  readonly maxPerAccount: number;
  /**
   * A slower holder gives its place up when another account needs one. If its account has more places than the other one, the required pace
   * is multiplied by the difference. Default 0: no place is given up.
   */
  readonly minBytesPerSecond?: number;
  /** The name of what takes a place, in the plural, for refusals: `event streams`. */
  readonly things: string;
  /** The caller's remedy, as the end of that sentence. */
  readonly advice: string;
  /** Milliseconds after which a refused client may try again. */
  readonly comeAgainMs: number;
}

/** The holder of a place. */
export interface PlaceHolder {
  /** Its pace; undefined if that is not known. */
  bytesPerSecond(): number | undefined;
  /** Is called when its place was given to another holder: it has to end. */
  breakOff(): void;
}

interface Place {
  readonly accountId: AccountId;
  readonly holder: PlaceHolder | undefined;
}

/** The places for long requests, bounded in all and by account. An account without places takes no memory. */
export class AccountPlaces {
  readonly #bounds: PlaceBounds;
  readonly #byAccount = new Map<AccountId, number>();
  readonly #taken = new Set<Place>();

  constructor(bounds: PlaceBounds) {
    this.#bounds = bounds;
  }

  /**
   * Takes a place of an account, and gives the function that gives it back, which is safe twice. Where all of them are taken, it takes the place of
   * the slowest holder. Throws `too_many_requests` for an account that has as many as it may, and `overloaded` when no place is to be had.
   */
  enter(accountId: AccountId, holder?: PlaceHolder): () => void {
    const { max, maxPerAccount } = this.#bounds;
    const ofAccount = this.#placesOf(accountId);
    if (ofAccount >= maxPerAccount) throw this.#tooMany(ofAccount);
    if (this.#taken.size >= max) this.#takeFromSlowest(ofAccount);
    const place = { accountId, holder };
    this.#taken.add(place);
    this.#byAccount.set(accountId, ofAccount + 1);
    return () => this.#giveBack(place);
  }

  #placesOf(accountId: AccountId): number {
    return this.#byAccount.get(accountId) ?? 0;
  }

  /** Frees a place for an account that has `count` places. */
  #takeFromSlowest(ofAccount: number): void {
    let [slowest, leastShare]: [Place | undefined, number] = [undefined, 1];
    for (const place of this.#taken) {
      const share = this.#shareOfLeast(place, ofAccount);
      if (share < leastShare) [slowest, leastShare] = [place, share];
    }
    if (slowest === undefined) {
      throw new DialproofError('overloaded', { retryAfterMs: this.#bounds.comeAgainMs });
    }
    this.#giveBack(slowest);
    slowest.holder?.breakOff();
  }

  /** The pace of a holder as a share of the required one: below 1 it is too slow. */
  #shareOfLeast({ accountId, holder }: Place, ofOther: number): number {
    const { minBytesPerSecond = 0 } = this.#bounds;
    const pace = holder?.bytesPerSecond();
    if (pace === undefined || minBytesPerSecond === 0) return 1;
    return pace / (minBytesPerSecond * Math.max(1, this.#placesOf(accountId) - ofOther));
  }

  #giveBack(place: Place): void {
    if (!this.#taken.delete(place)) return;
    const left = this.#placesOf(place.accountId) - 1;
    if (left > 0) this.#byAccount.set(place.accountId, left);
    else this.#byAccount.delete(place.accountId);
  }

  #tooMany(ofAccount: number): DialproofError {
    const { things, advice, comeAgainMs } = this.#bounds;
    return new DialproofError('too_many_requests', {
      hint: `open ${things} of the account: ${ofAccount}, which is as many as it may have; ${advice}`,
      retryAfterMs: comeAgainMs,
    });
  }
}
