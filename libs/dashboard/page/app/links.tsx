import { addressOf, type Route } from './route.js';
import { type Offers, useTools } from './tools.js';

type LinkedPage = Exclude<Route['page'], 'task' | 'list' | 'newList' | 'newerFile' | 'missing'>;

interface Linked {
  readonly page: LinkedPage;
  readonly needs: Parameters<Offers>[0];
}

const PAGES: readonly Linked[] = [
  { page: 'files', needs: 'POST /v1/verify/batch' },
  { page: 'number', needs: 'POST /v1/verify' },
  { page: 'history', needs: 'GET /v1/verify/tasks' },
  { page: 'lists', needs: 'GET /v1/lists' },
  { page: 'credits', needs: 'GET /v1/credits' },
];

/** Pages that are rarely opened, behind one link: with more links, phones would need a third row. */
const SETTINGS: readonly Linked[] = [
  { page: 'suppressions', needs: 'GET /v1/suppressions' },
  { page: 'webhooks', needs: 'GET /v1/webhooks' },
  { page: 'tokens', needs: 'GET /v1/tokens' },
];

/** Links to the pages of what the server offers. */
export function Links({ route }: { readonly route: Route }) {
  const { texts, offers } = useTools();
  const [settings] = SETTINGS.filter(({ needs }) => offers(needs));
  return (
    <ul class="links">
      {PAGES.filter(({ needs }) => offers(needs)).map(({ page }) => (
        <LinkTo
          key={page}
          page={page}
          name={texts.pages[page]}
          isCurrent={
            route.page === page ||
            (page === 'lists' && isOfLists(route)) ||
            (page === 'history' && route.page === 'task')
          }
        />
      ))}
      {settings !== undefined && (
        <LinkTo page={settings.page} name={texts.settings} isCurrent={isOfSettings(route)} />
      )}
    </ul>
  );
}

/** Above each page of the settings: links to all of them. */
export function SettingsLinks({ route }: { readonly route: Route }) {
  const { texts, offers } = useTools();
  if (!isOfSettings(route)) return null;
  return (
    <nav class="tabs" aria-label={texts.settings}>
      <ul class="links">
        {SETTINGS.filter(({ needs }) => offers(needs)).map(({ page }) => (
          <LinkTo key={page} page={page} name={texts.pages[page]} isCurrent={route.page === page} />
        ))}
      </ul>
    </nav>
  );
}

interface LinkToProps {
  readonly page: LinkedPage;
  readonly name: string;
  readonly isCurrent: boolean;
}

function LinkTo({ page, name, isCurrent }: LinkToProps) {
  return (
    <li>
      <a href={addressOf({ page })} aria-current={isCurrent ? 'page' : undefined}>
        {name}
      </a>
    </li>
  );
}

function isOfLists({ page }: Route): boolean {
  return page === 'list' || page === 'newList' || page === 'newerFile';
}

function isOfSettings(route: Route): boolean {
  return SETTINGS.some(({ page }) => page === route.page);
}
