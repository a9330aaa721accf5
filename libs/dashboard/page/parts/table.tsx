import type { ComponentChildren, Ref } from 'preact';

export interface ScrolledTableProps {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly class?: string;
  /** The element that is scrolled. */
  readonly scrolled?: Ref<HTMLElement>;
  readonly children: ComponentChildren;
}

/** A table that is scrolled sideways by itself on narrow screens, also with the keyboard. */
export function ScrolledTable({ label, scrolled, children, ...table }: ScrolledTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section ref={scrolled ?? null} class="overflow-auto" aria-label={label} tabIndex={0}>
      <table {...table}>{children}</table>
    </section>
  );
}

export interface TableProps {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly headers: readonly string[];
  /** Which of the columns hold counts, from 0. */
  readonly counts?: readonly number[];
  readonly children: ComponentChildren;
}

/** A table whose headers are words. */
export function Table({ label, headers, counts = [], children }: TableProps) {
  return (
    <ScrolledTable label={label}>
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
    </ScrolledTable>
  );
}
