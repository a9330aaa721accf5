import { type DialproofClient, DialproofError, isDialproofError } from '@dialproof/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { forgetText, keepText, keptText } from '../app/kept-text.js';
import { apiAddress, type PageSettings } from '../app/settings.js';
import { forgetUpload } from '../files/unfinished-upload.js';
import { KeptToken, keptToken } from './kept-token.js';
import { Visit } from './visit.js';

/** `refused`: somebody was signed in, and is no longer. */
export type SessionState = 'signed in' | 'signed out' | 'refused';

export interface Session {
  /** Of this visit alone: the next account has another one. */
  readonly client: DialproofClient;
  readonly state: SessionState;
  /** Whether the server has said whose visit it is, now or before. */
  readonly isKnown: boolean;
  /** How often somebody has signed in. */
  readonly signIns: number;
  /** How often the account has changed. What was shown before is another account's. */
  readonly visits: number;
  /** Tries a token, or in a session by cookie whether there is one now. Rejects with why it is refused. */
  signIn(token?: string): Promise<void>;
  signOut(): void;
  /** Ends the session where a failure says that nobody is signed in. */
  failed(error: unknown): void;
}

/** As the API has them: visible characters of ASCII. */
const TOKEN = /^[\x21-\x7e]+$/;

interface SessionNow {
  readonly visit: Visit;
  readonly state: SessionState;
  readonly signIns: number;
  readonly visits: number;
}

export function useSession(settings: PageSettings): Session {
  const byCookie = settings.signIn === 'cookie';
  const api = apiAddress(settings);
  const accountName = `dialproof-account ${api}`;
  const newVisit = useCallback(
    (token: string | undefined, account?: string) => new Visit({ api, byCookie, token, account }),
    [api, byCookie],
  );
  const [shown, setShown] = useState<SessionNow>(() => {
    const token = keptToken(api);
    const isSignedIn = byCookie || token !== undefined;
    const visit = newVisit(token, keptText('tab', accountName));
    return { visit, state: isSignedIn ? 'signed in' : 'signed out', signIns: isSignedIn ? 1 : 0, visits: 0 };
  });
  const now = useRef(shown);
  const update = useCallback((change: Partial<SessionNow>) => {
    now.current = { ...now.current, ...change };
    setShown(now.current);
  }, []);

  const replaceVisit = useCallback(
    (visit: Visit, state: SessionState) => {
      now.current.visit.end();
      forgetUpload();
      forgetText('tab', accountName);
      update({ visit, state, visits: now.current.visits + 1 });
    },
    [accountName, update],
  );
  const enter = useCallback(
    (next: Visit) => {
      const { visit, state, signIns } = now.current;
      const wasThere = visit.isOfSameAccount(next) ?? state === 'signed in';
      if (wasThere) visit.continueAs(next);
      else replaceVisit(next, 'signed in');
      if (next.account !== undefined) keepText('tab', accountName, next.account);
      if (!wasThere || state !== 'signed in') update({ state: 'signed in', signIns: signIns + 1 });
    },
    [accountName, replaceVisit, update],
  );
  /** Counts them: what overtakes an arrival makes it void. */
  const attempts = useRef(0);
  const beginVisit = useCallback(
    async (next: Visit): Promise<boolean> => {
      attempts.current += 1;
      const own = attempts.current;
      try {
        await next.begin();
      } catch (error) {
        if (own !== attempts.current) return false;
        throw error;
      }
      if (own !== attempts.current) return false;
      enter(next);
      return true;
    },
    [enter],
  );
  const leave = useCallback(() => {
    attempts.current += 1;
    replaceVisit(newVisit(undefined), 'signed out');
  }, [newVisit, replaceVisit]);

  const kept = useMemo(() => {
    return new KeptToken(api, (token) => {
      if (token === undefined) return leave();
      const heard = newVisit(token);
      // Nobody knows then whose token it is, so that nothing of the account before stays.
      beginVisit(heard).catch(() => enter(heard));
    });
  }, [api, beginVisit, enter, leave, newVisit]);
  useEffect(() => () => kept.close(), [kept]);

  const signIn = useCallback(
    async (token?: string) => {
      // Others cannot even be sent.
      if (token !== undefined && !TOKEN.test(token)) throw new DialproofError('not_authenticated');
      const isIn = await beginVisit(newVisit(token));
      if (isIn && token !== undefined) kept.keep(token);
    },
    [beginVisit, kept, newVisit],
  );
  const signOut = useCallback(() => {
    kept.forget();
    leave();
  }, [kept, leave]);
  const { visit, state, signIns, visits } = shown;
  const failed = useCallback(
    (error: unknown) => {
      if (visit.hasEnded || !isDialproofError(error, 'not_authenticated')) return;
      // A first sign-in that is refused ends nothing.
      if (now.current.state === 'signed in') update({ state: 'refused' });
    },
    [visit, update],
  );
  useSessionRecheck({ byCookie, recheck: () => beginVisit(newVisit(keptToken(api))).catch(failed), state });
  return {
    client: visit.client,
    isKnown: visit.account !== undefined,
    state,
    signIns,
    visits,
    signIn,
    signOut,
    failed,
  };
}

interface SessionRecheck {
  readonly byCookie: boolean;
  readonly state: SessionState;
  /** Asks whether somebody is signed in, and who. */
  recheck(): void;
}

/** Whoever is signed in from before is told at once when that has ended. A cookie may be another account's whenever the page is seen again. */
function useSessionRecheck({ byCookie, state, recheck }: SessionRecheck): void {
  const latest = useRef(recheck);
  latest.current = recheck;
  const wasSignedIn = useRef(state === 'signed in');
  useEffect(() => {
    if (wasSignedIn.current) latest.current();
    if (!byCookie) return;
    const recheckIfVisible = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    document.addEventListener('visibilitychange', recheckIfVisible);
    return () => document.removeEventListener('visibilitychange', recheckIfVisible);
  }, [byCookie]);
}
