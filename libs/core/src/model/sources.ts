/** The count of rows by the source of their answer. Rows whose answer names no source are not counted. */
export type SourceCounts = Readonly<Record<string, number>>;

/** The most sources that a task counts by name. */
export const MAX_SOURCES = 20;

/** The name for all further sources. */
export const OTHER_SOURCE = 'other';

/**
 * Adds counts, in the order in which sources came first. The first 20 sources of a task are counted by name, all others as `other`: the
 * names come from a checker, and a task must not grow with them.
 */
export function addSources(counts: SourceCounts, added: SourceCounts): SourceCounts {
  // A map, since a source may be called `constructor` or `__proto__`.
  const rows = new Map(Object.entries(counts));
  for (const [source, count] of Object.entries(added)) {
    const names = rows.size - (rows.has(OTHER_SOURCE) ? 1 : 0);
    const name = rows.has(source) || names < MAX_SOURCES ? source : OTHER_SOURCE;
    rows.set(name, (rows.get(name) ?? 0) + count);
  }
  return Object.fromEntries(rows);
}
