import { DialproofClient, DialproofError, isDialproofError } from '@dialproof/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { apiAddress, type PageSettings } from '../app/settings.js';
import { KeptToken, keptToken } from './kept-token.js';

/** `refused`: somebody was signed in, and is no longer. */
export type SessionState = 'signed in' | 'signed out' | 'refused';

export interface Session {
  readonly client: DialproofClient;
  readonly state: SessionState;
  /** How often somebody has signed in. */
  readonly signIns: number;
  /** Tries a token, or in a session by cookie whether there is one now. Rejects with why it is refused. */
  signIn(token?: string): Promise<void>;
  signOut(): void;
  /** Ends the session where a failure says that nobody is signed in. */
  failed(error: unknown): void;
}

/** The header by which hosts tell the page's requests from those of others; see `cameFromDashboard` of the package. */
const PAGE_HEADER = { 'dialproof-dashboard': '1' };

/** As the API has them: visible characters of ASCII. */
const TOKEN = /^[\x21-\x7e]+$/;

export function useSession(settings: PageSettings): Session {
  const byCookie = settings.signIn === 'cookie';
  const api = apiAddress(settings);
  const [state, setState] = useState<SessionState>(() =>
    byCookie || keptToken(api) !== undefined ? 'signed in' : 'signed out',
  );
  const [signIns, setSignIns] = useState(state === 'signed in' ? 1 : 0);
  const tried = useRef<string | undefined>(undefined);

  const entered = useCallback(() => {
    setState('signed in');
    setSignIns((count) => count + 1);
  }, []);
  const kept = useMemo(
    () => new KeptToken(api, (token) => (token === undefined ? setState('signed out') : entered())),
    [api, entered],
  );
  useEffect(() => () => kept.close(), [kept]);

  const client = useMemo(
    () =>
      new DialproofClient({
        baseUrl: api,
        ...(byCookie
          ? { headers: PAGE_HEADER, credentials: 'same-origin' }
          : { token: () => tried.current ?? keptToken(api) ?? '', credentials: 'omit' }),
      }),
    [api, byCookie, kept],
  );

  const signIn = useCallback(
    async (token?: string) => {
      // Others cannot even be sent.
      if (token !== undefined && !TOKEN.test(token)) throw new DialproofError('not_authenticated');
      tried.current = token;
      try {
        await client.credits();
        if (token !== undefined) kept.keep(token);
        entered();
      } finally {
        tried.current = undefined;
      }
    },
    [client, kept, entered],
  );
  const signOut = useCallback(() => {
    kept.forget();
    setState('signed out');
  }, [kept]);
  const failed = useCallback((error: unknown) => {
    if (!isDialproofError(error, 'not_authenticated')) return;
    // A first sign-in that is refused ends nothing.
    setState((before) => (before === 'signed in' ? 'refused' : before));
  }, []);
  const wasSignedIn = useRef(state === 'signed in');
  useEffect(() => {
    // Whoever is signed in from before is told at once when that has ended.
    if (wasSignedIn.current) client.credits().catch(failed);
  }, [client, failed]);
  return { client, state, signIns, signIn, signOut, failed };
}
