/** The host's settings of the page; see the options of the package. */
export interface PageSettings {
  readonly api: string;
  readonly signIn: 'token' | 'cookie';
  readonly title: string;
  readonly maxRows: number;
  readonly maxFileBytes: number;
  readonly language?: string;
  readonly signInCodeUrl?: string;
  readonly signInUrl?: string;
}

const DEFAULTS: PageSettings = {
  api: '.',
  signIn: 'token',
  title: 'Dialproof',
  maxRows: 100_000,
  maxFileBytes: 100 * 2 ** 20,
};

/** Reads them from the page itself, into which the handler has put them. */
export function readSettings(): PageSettings {
  const text = document.querySelector<HTMLMetaElement>('meta[name="dialproof-settings"]')?.content ?? '{}';
  return { ...DEFAULTS, ...JSON.parse(text) };
}

/** The address below which `/v1/...` is, without a slash at its end. */
export function apiAddress({ api }: PageSettings): string {
  return new URL(api, new URL('.', location.href)).href.replace(/\/+$/, '');
}
