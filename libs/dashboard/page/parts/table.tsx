import type { ComponentChildren, Ref } from 'preact';

export interface ScrolledTableProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly class?: string;
  /** The element that is scrolled. */
  readonly scrolled?: Ref<HTMLElement>;
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways on narrow screens, also with the keyboard. */
export function ScrolledTable({ label, scrolled, children, ...table }: ScrolledTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section ref={scrolled ?? null} class="overflow-auto" aria-label={label} tabIndex={0}>
      <table {...table}>{children}</table>
    </section>
  );
}

export interface TableProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly headers: readonly string[];
  /** The columns with counts, from 0. */
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
