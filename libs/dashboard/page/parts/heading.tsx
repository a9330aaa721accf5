import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Whether the page was just opened: then the browser's own place for the focus is right. */
let isFirst = true;

/** The heading of a page. It takes the focus when the page opens, so that a screen reader announces the page. */
export function Heading({ children }: { readonly children: ComponentChildren }) {
  const element = useRef<HTMLHeadingElement>(null);
  // Before the page is painted: later, it could take the focus from a field that somebody has begun to fill in.
  useLayoutEffect(() => {
    if (!isFirst) element.current?.focus();
    isFirst = false;
  }, []);
  return (
    <h1 ref={element} tabIndex={-1}>
      {children}
    </h1>
  );
}
