import { type DialproofClient, DialproofError, isDialproofError } from '@dialproof/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { forgetText, keepText, keptText } from '../app/kept-text.js';
import { apiAddress, type PageSettings } from '../app/settings.js';
import { forgetUpload } from '../files/unfinished-upload.js';
import { isDefect } from '../parts/failure.js';
import { KeptToken, keptToken } from './kept-token.js';
import { Visit } from './visit.js';

/** `refused`: the user was signed in, and is no longer. */
export type SessionState = 'signed in' | 'signed out' | 'refused';

export interface Session {
  /** Only for this visit: the next account has another client. */
  readonly client: DialproofClient;
  readonly state: SessionState;
  /** Whether the server has said whose visit it is, now or before. */
  readonly isKnown: boolean;
  /** The number of sign-ins. */
  readonly signIns: number;
  /** The number of changes of the account. Data that were shown before belong to another account. */
  readonly visits: number;
  /** Tries a token, or, in a session by cookie, the present cookie. Rejects with the refusal. */
  signIn(token?: string): Promise<void>;
  signOut(): void;
  /** Asks the server whether the token of this tab, else of another one, is valid. */
  isSignedIn(): Promise<boolean>;
  /** Ends the session if the failure means that nobody is signed in, and logs a defect of the page. */
  failed(error: unknown): void;
}

/** The characters that the API allows: visible ASCII. */
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
  /** Counts sign-ins that were begun: a newer one makes an older one void. */
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
  const isSignedIn = useCallback(async () => {
    const token = await kept.find();
    if (token === undefined) return false;
    try {
      await newVisit(token).begin();
      return true;
    } catch (error) {
      if (isDialproofError(error, 'not_authenticated')) return false;
      throw error;
    }
  }, [kept, newVisit]);
  const { visit, state, signIns, visits } = shown;
  const failed = useCallback(
    (error: unknown) => {
      // The page says it, and developers look here for its stack.
      if (isDefect(error)) console.error(error);
      if (visit.hasEnded || !isDialproofError(error, 'not_authenticated')) return;
      // A refused first sign-in ends nothing.
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
    isSignedIn,
    failed,
  };
}

interface SessionRecheck {
  readonly byCookie: boolean;
  readonly state: SessionState;
  /** Asks the server who is signed in, if anybody. */
  recheck(): void;
}

/** Shows an ended session at once. Whenever the page becomes visible again, a cookie may belong to another account. */
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
