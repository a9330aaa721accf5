import { DialproofError } from '@dialproof/client';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageSettings } from '../app/settings.js';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { Failure } from '../parts/failure.js';
import type { Session } from './use-session.js';

/** A link of the host, `#/sign-in/CODE`, that signs in once. */
export interface SignInLink {
  /** The reason why it did not sign in: its code was used or has expired, or somebody is signed in. */
  readonly outcome: 'invalid' | 'unneeded' | undefined;
  readonly error: unknown;
  retry(): void;
}

/**
 * Exchanges the code of a link for a token. Where somebody is signed in, in this tab or another one, the code is left unused: its link may
 * come from a stranger, and the user would upload files into the stranger's account without noticing it.
 */
export function useSignInLink(session: Session, settings: PageSettings): SignInLink {
  // At once, before a page is shown for this address.
  const [first] = useState(() => takeCode(settings));
  const code = useRef(first);
  const [outcome, setOutcome] = useState<SignInLink['outcome']>();
  const exchange = useAction(async () => {
    if (await session.isSignedIn()) return setOutcome('unneeded');
    const token = await tokenOf(code.current ?? '', settings);
    if (token === undefined) setOutcome('invalid');
    else await session.signIn(token);
  });
  const { clear, run } = exchange;
  // Each session has another `run`, and a code is exchanged only once.
  const latestRun = useRef(run);
  latestRun.current = run;
  // In the layout effect, since the address may change before a later one.
  useLayoutEffect(() => {
    if (code.current !== undefined) void latestRun.current();
    const read = () => {
      const next = takeCode(settings);
      setOutcome(undefined);
      clear();
      if (next === undefined) return;
      code.current = next;
      void latestRun.current();
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [settings, clear]);
  const isSignedIn = session.state === 'signed in';
  useEffect(() => {
    setOutcome((now) => ((now === 'unneeded') === isSignedIn ? now : undefined));
  }, [isSignedIn]);
  return { outcome, error: exchange.error, retry: useCallback(() => void run(), [run]) };
}

/** Why a link did not sign in. Renders nothing without a reason. */
export function SignInLinkNotice({ link }: { readonly link: SignInLink }) {
  const { texts } = useTools();
  return (
    <>
      {link.outcome !== undefined && (
        <p class="notice warning" role="alert">
          {texts.signIn.links[link.outcome]}
        </p>
      )}
      <Failure error={link.error} onRetry={link.retry} />
    </>
  );
}

const CODE = /^#\/sign-in\/([\w-]+)$/;

/** Takes the code out of the address, so that neither the history nor a copy of the address contains it. Undefined if there is none. */
function takeCode({ signInCodeUrl }: PageSettings): string | undefined {
  const [, code] = CODE.exec(location.hash) ?? [];
  if (code === undefined || signInCodeUrl === undefined) return undefined;
  location.replace('#/');
  return code;
}

/** The token of a code; undefined if the code was used or has expired. */
async function tokenOf(code: string, { signInCodeUrl = '' }: PageSettings): Promise<string | undefined> {
  const reply = await fetch(new URL(signInCodeUrl, location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch((cause: unknown) => {
    throw new DialproofError('connection_failed', { cause });
  });
  if (reply.status === 401) return undefined;
  const { token, detail } = Object(await reply.json().catch(() => undefined));
  if (reply.ok && typeof token === 'string') return token;
  throw new DialproofError(typeof detail === 'string' ? detail : 'unexpected_reply', {
    status: reply.status,
  });
}
