import { useEffect, useState } from 'preact/hooks';

/** The route of the page, behind the # of the address, so that any mount works. */
export type Route =
  | { readonly page: 'files' | 'number' | 'history' | 'credits' | 'webhooks' | 'tokens' | 'missing' }
  | { readonly page: 'task'; readonly taskId: string };

const PAGES = ['number', 'history', 'credits', 'webhooks', 'tokens'] as const;

export function routeOf(hash: string): Route {
  const [first = '', second = '', ...rest] = hash.replace(/^#?\/?/, '').split('/');
  if (first === '') return { page: 'files' };
  const taskId = first === 'tasks' && rest.length === 0 ? decoded(second) : '';
  if (taskId !== '') return { page: 'task', taskId };
  const page = second === '' ? PAGES.find((name) => name === first) : undefined;
  return { page: page ?? 'missing' };
}

/** Empty if the text is not validly encoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

export function addressOf(route: Route): string {
  switch (route.page) {
    case 'files':
    case 'missing':
      return '#/';
    case 'task':
      return `#/tasks/${encodeURIComponent(route.taskId)}`;
    default:
      return `#/${route.page}`;
  }
}

export function goTo(route: Route): void {
  location.hash = addressOf(route);
}

/** The route, as the address changes. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = () => setHash(location.hash);
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return routeOf(hash);
}
