/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Asks for the next page; null on the last one. */
  readonly next_cursor: string | null;
}

/**
 * A list that is read page by page: `for await (const item of list)` fetches the next page when the one before is used up, and leaving the
 * loop ends the requests. Each loop begins at the first page.
 */
export interface Pages<Item, OnePage extends Page<Item> = Page<Item>> extends AsyncIterable<Item> {
  /** One page: the first, or that of a cursor. */
  page(cursor?: string | null): Promise<OnePage>;
  /** All items, or the first `limit` of them. */
  toArray(limit?: number): Promise<Item[]>;
}

/** The list whose pages this function asks for. */
export function pagesOf<Item, OnePage extends Page<Item>>(
  ask: (cursor: string | undefined) => Promise<OnePage>,
): Pages<Item, OnePage> {
  return {
    page: (cursor) => ask(cursor ?? undefined),
    async toArray(limit = Number.POSITIVE_INFINITY) {
      const items: Item[] = [];
      if (limit <= 0) return items;
      for await (const item of this) {
        items.push(item);
        if (items.length >= limit) break;
      }
      return items;
    },
    async *[Symbol.asyncIterator]() {
      let cursor: string | undefined;
      do {
        const { items, next_cursor } = await ask(cursor);
        yield* items;
        cursor = next_cursor ?? undefined;
      } while (cursor !== undefined);
    },
  };
}
