import { useLayoutEffect, useState } from 'preact/hooks';

/** The route of the page, behind the # of the address, so that any mount works. */
export type Route =
  | { readonly page: 'files' | 'missing' | (typeof PAGES)[number] }
  | { readonly page: 'task'; readonly taskId: string }
  | { readonly page: 'list' | 'newerFile'; readonly listId: string }
  /** `taskId`: the file that the list is made of, if it was chosen; else empty. */
  | { readonly page: 'newList'; readonly taskId: string };

const PAGES = ['number', 'history', 'lists', 'credits', 'suppressions', 'webhooks', 'tokens'] as const;

const NEW_LIST = 'new-list';
const NEWER_FILE = 'newer-file';

export function routeOf(hash: string): Route {
  const [first = '', second = '', ...rest] = hash.replace(/^#?\/?/, '').split('/');
  if (first === '') return { page: 'files' };
  if (rest.length > 0) return { page: 'missing' };
  const id = decoded(second);
  if (first === NEW_LIST) return { page: 'newList', taskId: id };
  if (first === 'tasks' && id !== '') return { page: 'task', taskId: id };
  if (first === 'lists' && id !== '') return { page: 'list', listId: id };
  if (first === NEWER_FILE && id !== '') return { page: 'newerFile', listId: id };
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
    case 'list':
      return `#/lists/${encodeURIComponent(route.listId)}`;
    case 'newerFile':
      return `#/${NEWER_FILE}/${encodeURIComponent(route.listId)}`;
    case 'newList':
      return `#/${NEW_LIST}/${encodeURIComponent(route.taskId)}`;
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
  // Not a moment after the address was read: it may change in between.
  useLayoutEffect(() => {
    const read = () => setHash(location.hash);
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return routeOf(hash);
}
