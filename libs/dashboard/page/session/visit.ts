import { DialproofClient } from '@dialproof/client';

export interface VisitOptions {
  /** The address of the API. */
  readonly api: string;
  /** Whether a cookie of the host's says who it is, and not a token. */
  readonly byCookie: boolean;
  readonly token: string | undefined;
  /** The account, where it is known from before. */
  readonly account?: string | undefined;
}

/** The header by which hosts tell the page's requests from those of others; see `cameFromDashboard` of the package. */
const PAGE_HEADER = { 'dialproof-dashboard': '1' };

/** The time of one account in this page: from its sign-in until it signs out, or another account signs in. */
export class Visit {
  readonly client: DialproofClient;
  readonly #byCookie: boolean;
  readonly #end = new AbortController();
  #token: string | undefined;
  #account: string | undefined;

  constructor({ api, byCookie, token, account }: VisitOptions) {
    this.#byCookie = byCookie;
    this.#token = token;
    this.#account = account;
    this.client = new DialproofClient({
      baseUrl: api,
      signal: this.#end.signal,
      ...(byCookie
        ? { headers: PAGE_HEADER, credentials: 'same-origin' }
        : { token: () => this.#token ?? '', credentials: 'omit' }),
    });
  }

  /** The mark of the account; undefined as long as it is not known. */
  get account(): string | undefined {
    return this.#account;
  }

  get hasEnded(): boolean {
    return this.#end.signal.aborted;
  }

  /** Asks the server whose visit it is. Rejects with `not_authenticated` where it is nobody's. */
  async begin(): Promise<void> {
    this.#account = (await this.client.account()).account;
  }

  /**
   * Whether both are of one account. As long as the account is not known, the token tells; undefined where there is none: nobody can tell
   * then.
   */
  isOfSameAccount(other: Visit): boolean | undefined {
    if (this.#account !== undefined && other.#account !== undefined) return this.#account === other.#account;
    return this.#byCookie ? undefined : this.#token === other.#token;
  }

  /** Goes on with what another visit of the same account is signed in by. */
  continueAs(other: Visit): void {
    this.#token = other.#token;
    this.#account = other.#account;
  }

  /** Nothing of it is asked for any more, and what is under way comes to nothing. */
  end(): void {
    this.#end.abort();
  }
}
