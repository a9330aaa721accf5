import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { CreditsPage } from '../credits/credits-page.js';
import { FilesPage } from '../files/files-page.js';
import { HistoryPage } from '../history/history-page.js';
import { ListPage } from '../lists/list-page.js';
import { ListsPage } from '../lists/lists-page.js';
import { NewListPage } from '../lists/new-list-page.js';
import { NewerFilePage } from '../lists/newer-file-page.js';
import { NumberPage } from '../numbers/number-page.js';
import { Dialog } from '../parts/dialog.js';
import { Failure } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { SmallButton } from '../parts/small-button.js';
import { SignIn } from '../session/sign-in.js';
import { SignInLinkNotice, useSignInLink } from '../session/sign-in-link.js';
import type { Session } from '../session/use-session.js';
import { SuppressionsPage } from '../suppressions/suppressions-page.js';
import { TaskPage } from '../tasks/task-page.js';
import { isLanguage, keepLanguage, type Language, TRANSLATIONS } from '../texts/language.js';
import { TokensPage } from '../tokens/tokens-page.js';
import { WebhooksPage } from '../webhooks/webhooks-page.js';
import { Links, SettingsLinks } from './links.js';
import { addressOf, type Route, useRoute } from './route.js';
import type { PageSettings } from './settings.js';
import { useTools } from './tools.js';
import { useKeptFocus } from './use-kept-focus.js';

export interface FrameProps {
  readonly settings: PageSettings;
  readonly session: Session;
  /** Whether the results are made up. */
  readonly isSandbox: boolean;
  readonly language: Language;
  onLanguage(language: Language): void;
}

/** The frame of every page, and the page of the address. */
export function Frame({ settings, session, isSandbox, language, onLanguage }: FrameProps) {
  const { texts } = useTools();
  const link = useSignInLink(session, settings);
  const route = useRoute();
  const content = useRef<HTMLElement>(null);
  // A user who was signed in continues in place: their page stays below the dialog.
  const staysOpen = session.signIns > 0 && session.state !== 'signed out';
  useKeptFocus(content, staysOpen);
  const name = staysOpen ? nameOf(route, texts) : texts.signIn.title;
  useEffect(() => {
    document.title = `${name} – ${settings.title}`;
  }, [name, settings.title]);
  return (
    <>
      <button type="button" class="skip" onClick={() => content.current?.focus()}>
        {texts.skip}
      </button>
      <header class="top">
        <div class="container">
          <a class="brand" href="#/">
            <Mark />
            {settings.title}
          </a>
          {isSandbox && staysOpen && (
            <span class="badge" title={texts.sandbox}>
              {texts.sandboxBadge}
            </span>
          )}
          {staysOpen && (
            <nav aria-label={texts.navigation}>
              <Links route={route} />
            </nav>
          )}
        </div>
      </header>
      {/* Signing in opens another page, with a header of another height. */}
      <main key={staysOpen} class="container" ref={content} tabIndex={-1}>
        {session.state === 'signed in' && <SignInLinkNotice link={link} />}
        {staysOpen ? (
          <>
            <SettingsLinks route={route} />
            <GuardedPage key={`${session.visits} ${addressOf(route)}`} route={route} />
          </>
        ) : (
          <section class="narrow card">
            <Heading>{texts.signIn.title}</Heading>
            <p>{texts.signIn.intro}</p>
            <SignIn session={session} settings={settings} link={link} />
          </section>
        )}
      </main>
      {staysOpen && session.state === 'refused' && (
        <Dialog title={texts.signIn.title}>
          <SignIn session={session} settings={settings} link={link} />
        </Dialog>
      )}
      <footer key={staysOpen} class="container actions">
        <label class="language">
          {texts.language}
          <select
            value={language}
            onChange={({ currentTarget: { value } }) => {
              if (!isLanguage(value)) return;
              keepLanguage(value);
              onLanguage(value);
            }}
          >
            {Object.entries(TRANSLATIONS).map(([code, { name: own }]) => (
              <option key={code} value={code} lang={code}>
                {own}
              </option>
            ))}
          </select>
        </label>
        {staysOpen && settings.signIn === 'token' && (
          <SmallButton onClick={session.signOut}>{texts.signOut}</SmallButton>
        )}
      </footer>
    </>
  );
}

/** A page that fails shows that, and leaves the others alone. */
function GuardedPage({ route }: { readonly route: Route }) {
  const { failed } = useTools();
  const [error, reset] = useErrorBoundary(failed);
  return error === undefined ? <PageOf route={route} /> : <Failure error={error} onRetry={reset} />;
}

function PageOf({ route }: { readonly route: Route }) {
  const { texts } = useTools();
  switch (route.page) {
    case 'files':
      return <FilesPage />;
    case 'number':
      return <NumberPage />;
    case 'history':
      return <HistoryPage />;
    case 'lists':
      return <ListsPage />;
    case 'list':
      return <ListPage listId={route.listId} />;
    case 'newerFile':
      return <NewerFilePage listId={route.listId} />;
    case 'newList':
      return <NewListPage taskId={route.taskId} />;
    case 'credits':
      return <CreditsPage />;
    case 'suppressions':
      return <SuppressionsPage />;
    case 'webhooks':
      return <WebhooksPage />;
    case 'tokens':
      return <TokensPage />;
    case 'task':
      return <TaskPage taskId={route.taskId} />;
    case 'missing':
      return (
        <section>
          <Heading>{texts.notFound.title}</Heading>
          <p>{texts.notFound.text}</p>
          <a href="#/">{texts.pages.files}</a>
        </section>
      );
    default:
      return route satisfies never;
  }
}

function nameOf(route: Route, texts: ReturnType<typeof useTools>['texts']): string {
  return route.page === 'missing' ? texts.notFound.title : texts.pages[route.page];
}

/** The logo, the same as the page's icon. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M11 6h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z" stroke-width="2" />
      <path
        d="m12.5 15.500 2.700 2.700 4.800-5.200"
        stroke-width="2.400"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
