import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Takes the focus from a script alone. */
const HEADING = ':is(h1, h2)[tabindex="-1"]';

/**
 * Keeps the focus in this part of the page: when the focused element is removed, such as a button that has done its work, the nearest
 * heading gets the focus. Browsers would give it to the body, so that a keyboard starts again at the top of the page. Another `key` means
 * another element.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>, key: unknown): void {
  useEffect(() => {
    const root = part.current;
    if (root === null) return;
    /** The focused element and those around it, from within. */
    let path: readonly Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof Element && root.contains(target) ? ancestors(target) : [];
    };
    const observer = new MutationObserver(() => {
      if (path[0]?.isConnected !== false || document.activeElement !== document.body) return;
      const left = path.filter((element) => element.isConnected && root.contains(element));
      const heading = left.map((element) => element.querySelector<HTMLElement>(HEADING)).find(Boolean);
      // The page stays where somebody looks at it.
      heading?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', remember);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [part, key]);
}

function ancestors(element: Element): readonly Element[] {
  const { parentElement } = element;
  return parentElement === null ? [element] : [element, ...ancestors(parentElement)];
}
