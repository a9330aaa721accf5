import { DialproofClient } from '@dialproof/client';

export interface VisitOptions {
  /** The address of the API. */
  readonly api: string;
  /** Whether a cookie of the host's says who it is, and not a token. */
  readonly byCookie: boolean;
  readonly token: string | undefined;
  /** The account, if it is known from before. */
  readonly account?: string | undefined;
}

/** The header by which hosts recognise the page's requests; see `cameFromDashboard` of the package. */
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

  /** Asks the server for the account of the visit. Rejects with `not_authenticated` if there is none. */
  async begin(): Promise<void> {
    this.#account = (await this.client.account()).account;
  }

  /**
   * Whether both belong to one account. While the account is not known, the tokens are compared; undefined without a token, since it is
   * unknown then.
   */
  isOfSameAccount(other: Visit): boolean | undefined {
    if (this.#account !== undefined && other.#account !== undefined) return this.#account === other.#account;
    return this.#byCookie ? undefined : this.#token === other.#token;
  }

  /** Continues with the credentials of another visit of the same account. */
  continueAs(other: Visit): void {
    this.#token = other.#token;
    this.#account = other.#account;
  }

  /** Ends the visit: no further requests are made, and running ones are aborted. */
  end(): void {
    this.#end.abort();
  }
}
