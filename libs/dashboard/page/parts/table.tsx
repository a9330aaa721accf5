import type { ComponentChildren } from 'preact';

export interface TableProps {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly headers: readonly string[];
  /** Which of the columns hold counts, from 0. */
  readonly counts?: readonly number[];
  readonly children: ComponentChildren;
}

/** A table that is scrolled sideways by itself on narrow screens, also with the keyboard. */
export function Table({ label, headers, counts = [], children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section class="overflow-auto" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {headers.map((header, index) => (
              <th key={header} scope="col" class={counts.includes(index) ? 'count' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
