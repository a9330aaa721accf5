import type { IncomingHttpHeaders } from 'node:http';

/** The languages that the page has texts in. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface DashboardOptions {
  /**
   * The address of the API, below which `/v1/...` is answered: relative to the page (`../phones`) or of another origin
   * (`https://api.example.com`), whose option `cors` has to name the page's origin. Default `.`: both have one mount.
   */
  readonly api?: string;
  /**
   * The way in which users sign in. `token`, the default: the page asks for a Bearer token and keeps it for the browser session. `cookie`:
   * the host has signed them in, and the page asks for nothing; the host has to check {@link cameFromDashboard}. A cookie needs an API of
   * the page's own origin.
   */
  readonly signIn?: 'token' | 'cookie';
  /**
   * With `cookie`: the address at which users sign in, relative to the page or absolute. Default: the page only says that nobody is signed
   * in.
   */
  readonly signInUrl?: string;
  /**
   * With `token`: where a one-time code is exchanged for a token, relative to the page. The address `#/sign-in/CODE` of the page sends
   * `POST` with JSON `{code}` there, and signs in with the `{token}` of the answer; 401 means that the code was used or has expired. Where
   * somebody is signed in, the code is left unused. Codes must come from the host alone: whoever can make one can sign others in to an
   * account of theirs. Default: such addresses do nothing.
   */
  readonly signInCodeUrl?: string;
  /** The title at the top of the page and in the tab. Default `Dialproof`. */
  readonly title?: string;
  /** The language of users who have not chosen one. Default: the first of their browser's that the page has, else English. */
  readonly language?: Language;
  /** The most rows of a file, as the page tells users: the option of the service. Default 100,000. */
  readonly maxRows?: number;
  /** The most bytes of a file, as the page tells users: the option of the service. Default 100 MiB. */
  readonly maxFileBytes?: number;
  /**
   * The path in front of the page in the URLs that the host passes on, such as `/dashboard`. Default: none, for hosts that remove their
   * mount, like Express, Nest, Fastify and Hono.
   */
  readonly basePath?: string;
}

/** The settings for the page, in its own `meta` element. */
export type PageSettings = Readonly<
  Required<Pick<DashboardOptions, 'api' | 'signIn' | 'title' | 'maxRows' | 'maxFileBytes'>> &
    Pick<DashboardOptions, 'language' | 'signInCodeUrl' | 'signInUrl'>
>;

export interface CheckedOptions {
  readonly settings: PageSettings;
  readonly basePath: string;
  /** The origin of the API; undefined if it is the page's own. */
  readonly apiOrigin: string | undefined;
}

const NAMES: Readonly<Record<keyof DashboardOptions, true>> = {
  api: true,
  basePath: true,
  language: true,
  maxFileBytes: true,
  maxRows: true,
  signIn: true,
  signInCodeUrl: true,
  signInUrl: true,
  title: true,
};

/** The options, with their defaults. Throws TypeError for invalid and for unknown ones. */
export function checkOptions(options: DashboardOptions): CheckedOptions {
  // The server's packages have a function of core for this, which this package does without.
  const unknown = Object.keys(options).find((name) => !(name in NAMES));
  if (unknown !== undefined) {
    throw new TypeError(`the dashboard has no option ${unknown}, only ${Object.keys(NAMES).join(', ')}`);
  }
  const { api = '.', signIn = 'token', signInCodeUrl, signInUrl } = options;
  const { title = 'Dialproof', language, basePath = '' } = options;
  const { maxRows = 100_000, maxFileBytes = 100 * 2 ** 20 } = options;
  const texts = { api, signInCodeUrl: signInCodeUrl ?? '', signInUrl: signInUrl ?? '', title, basePath };
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value !== 'string') throw new TypeError(`${name} must be a text`);
  }
  for (const [name, value] of Object.entries({ maxRows, maxFileBytes })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new TypeError(`${name} must be a whole number, 1 or more`);
  }
  if (signIn !== 'token' && signIn !== 'cookie') throw new TypeError(`signIn must be 'token' or 'cookie'`);
  if (language !== undefined && !LANGUAGES.includes(language)) {
    throw new TypeError(`language must be one of ${LANGUAGES.join(', ')}`);
  }
  if (basePath !== '' && !/^(?:\/[^/?#]+)+$/.test(basePath)) {
    throw new TypeError('basePath must begin with a slash and not end with one, like "/dashboard"');
  }
  const apiOrigin = originOf('api', api);
  if (apiOrigin !== undefined && signIn === 'cookie') {
    throw new TypeError(`api must be of the page's own origin with signIn: 'cookie', so a relative address`);
  }
  if (signInUrl !== undefined) originOf('signInUrl', signInUrl);
  if (signInCodeUrl !== undefined && (originOf('signInCodeUrl', signInCodeUrl) ?? signIn) !== 'token') {
    throw new TypeError(`signInCodeUrl must be a relative address, with signIn: 'token'`);
  }
  const settings: PageSettings = {
    api,
    signIn,
    title,
    maxRows,
    maxFileBytes,
    ...(signInCodeUrl === undefined ? {} : { signInCodeUrl }),
    ...(signInUrl === undefined ? {} : { signInUrl }),
    ...(language === undefined ? {} : { language }),
  };
  return { settings, basePath, apiOrigin };
}

/** The origin that an address names; undefined for a relative one. Throws TypeError for an address that a page cannot open. */
function originOf(name: string, address: string): string | undefined {
  const place = 'http://page.invalid';
  const url = URL.canParse(address, `${place}/`) ? new URL(address, `${place}/`) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new TypeError(`${name} must be a relative address or one of http or https, without ? and #`);
  }
  return url.origin === place ? undefined : url.origin;
}

/** The header that the page sends with every request when its users are signed in by a cookie. */
export const DASHBOARD_HEADER = 'dialproof-dashboard';

/**
 * Whether a request comes from the dashboard, and not from a foreign page, with whose requests the browser also sends the cookie. A host
 * that recognises users by a cookie calls this before it names an account. A page of another origin cannot send a header of this name
 * unless CORS allows it, and `Sec-Fetch-Site`, which pages cannot set, exposes one that may (OWASP, Cross-Site Request Forgery Prevention:
 * custom request headers, Fetch metadata).
 */
export function cameFromDashboard({ headers }: { readonly headers: IncomingHttpHeaders | Headers }): boolean {
  const header = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]);
  return header(DASHBOARD_HEADER) === '1' && (header('sec-fetch-site') ?? 'same-origin') === 'same-origin';
}
