/** Rows below a header, as columns of even width. `right`: the columns, from 0, whose cells stand at the right. */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): readonly string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** `2026-01-02 03:04`, in UTC. */
export function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/** At most this many characters of a text, the last one a sign that more follow. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1))}…`;
}
