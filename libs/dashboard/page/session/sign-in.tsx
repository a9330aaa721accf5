import { isDialproofError } from '@dialproof/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageSettings } from '../app/settings.js';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { Failure } from '../parts/failure.js';
import { Field } from '../parts/field.js';
import { ActionForm } from '../parts/form.js';
import { type SignInLink, SignInLinkNotice } from './sign-in-link.js';
import type { Session } from './use-session.js';

export interface SignInProps {
  readonly session: Session;
  readonly settings: PageSettings;
  readonly link: SignInLink;
}

/** Asks for a token, or sends the user to the host's own sign-in. */
export function SignIn({ session, settings, link }: SignInProps) {
  const { texts } = useTools();
  const wasSignedIn = session.state === 'refused';
  return settings.signIn === 'cookie' ? (
    <CookieSignIn session={session} settings={settings} />
  ) : (
    <>
      {wasSignedIn && <p>{texts.signIn.expired}</p>}
      <SignInLinkNotice link={link} />
      <TokenForm session={session} />
    </>
  );
}

function TokenForm({ session }: Pick<SignInProps, 'session'>) {
  const { texts } = useTools();
  const [token, setToken] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const signIn = useAction(() => session.signIn(token.trim()));
  const isRefused = isDialproofError(signIn.error, 'not_authenticated');
  useEffect(() => {
    if (signIn.error !== undefined) field.current?.focus();
  }, [signIn.error]);
  return (
    <ActionForm action={signIn} submit={texts.signIn.title} isSaid={isRefused}>
      <Field
        label={texts.signIn.token}
        help={isRefused ? texts.signIn.refused : texts.signIn.help}
        isWrong={isRefused}
      >
        {(attributes) => (
          <input
            ref={field}
            type="password"
            name="token"
            // A password manager may keep it, which is the user's own choice.
            autocomplete="current-password"
            required
            value={token}
            {...attributes}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        )}
      </Field>
    </ActionForm>
  );
}

function CookieSignIn({ session, settings }: Omit<SignInProps, 'link'>) {
  const { texts } = useTools();
  const again = useAction(() => session.signIn());
  return (
    <>
      <p>{session.isKnown ? texts.signIn.cookieExpired : texts.signIn.cookie}</p>
      <p class="actions">
        {settings.signInUrl !== undefined && <a href={settings.signInUrl}>{texts.signIn.there}</a>}
        <button type="button" class="secondary" aria-busy={again.isRunning} onClick={() => void again.run()}>
          {texts.signIn.checkAgain}
        </button>
      </p>
      <Failure error={again.error} />
    </>
  );
}
