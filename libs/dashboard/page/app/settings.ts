/** The host's settings of the page; see the options of the package. */
export interface PageSettings {
  readonly api: string;
  readonly signIn: 'token' | 'cookie';
  readonly title: string;
  readonly maxRows: number;
  readonly maxFileBytes: number;
  /** Read by the script in index.html. */
  readonly language?: string;
  readonly signInCodeUrl?: string;
  readonly signInUrl?: string;
}

/** Reads them from the page itself, into which the handler has put all of them. */
export function readSettings(): PageSettings {
  const { content = '' } = document.querySelector<HTMLMetaElement>('meta[name="dialproof-settings"]') ?? {};
  return JSON.parse(content);
}

/** The address below which `/v1/...` is, without a slash at its end. */
export function apiAddress({ api }: PageSettings): string {
  return new URL(api, new URL('.', location.href)).href.replace(/\/+$/, '');
}
