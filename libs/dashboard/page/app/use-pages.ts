import type { Pages } from '@dialproof/client';
import { useCallback, useRef, useState } from 'preact/hooks';
import { type Action, useAction } from './use-action.js';
import { useLoaded } from './use-loaded.js';

export interface ShownPages<Item> {
  readonly items: readonly Item[];
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly more: Action<[]>;
  reload(): void;
}

/** A list of the API, one page after another as the user asks for them. */
export function usePages<Item>(
  open: (signal: AbortSignal) => Pages<Item>,
  inputs: readonly unknown[],
): ShownPages<Item> {
  const [further, setFurther] = useState<readonly Item[]>([]);
  const pages = useRef<Pages<Item> | undefined>(undefined);
  const [cursor, setCursor] = useState<string | null>(null);
  const first = useLoaded(async (signal) => {
    pages.current = open(signal);
    const page = await pages.current.page();
    setFurther([]);
    setCursor(page.next_cursor);
    return page.items;
  }, inputs);
  const more = useAction(
    useCallback(async () => {
      const list = pages.current;
      try {
        const page = await list?.page(cursor);
        if (page === undefined || list !== pages.current) return;
        setFurther((before) => [...before, ...page.items]);
        setCursor(page.next_cursor);
      } catch (error) {
        // A new list ends the requests of the one before.
        if (list === pages.current) throw error;
      }
    }, [cursor]),
  );
  return {
    items: [...(first.value ?? []), ...further],
    error: first.error ?? more.error,
    isLoading: first.isLoading || more.isRunning,
    hasMore: cursor !== null,
    more,
    reload: first.reload,
  };
}
