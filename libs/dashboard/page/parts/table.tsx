// biome-ignore-all lint/a11y/noRedundantRoles: browsers take them from a table that is laid out in another way
import { type ComponentChildren, createContext, type Ref } from 'preact';
import { useContext } from 'preact/hooks';

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

export interface Column {
  readonly name: string;
  /** `name`: its cells name their rows. */
  readonly kind?: 'name' | 'count' | 'when';
  /** Its cells say by themselves what they are. */
  readonly isPlain?: boolean;
}

export interface TableProps {
  /** Its name for screen readers. */
  readonly label: string;
  /** False: one that is left out, with its cells. */
  readonly columns: readonly (Column | false)[];
  /** Rows. */
  readonly children: ComponentChildren;
}

const Columns = createContext<TableProps['columns']>([]);

/** A table of words and numbers. Where it is narrow, each row becomes a list of its cells with their columns' names. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div class="table">
      <table role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(
              (column, index) =>
                column !== false && (
                  <th key={index} role="columnheader" scope="col" class={column.kind}>
                    {column.name}
                  </th>
                ),
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <Columns.Provider value={columns}>{children}</Columns.Provider>
        </tbody>
      </table>
    </div>
  );
}

/** A row of a table. It has a child for each column. */
export function Row({ children }: { readonly children: readonly ComponentChildren[] }) {
  const columns = useContext(Columns);
  return (
    <tr role="row">
      {columns.map((column, index) => {
        if (column === false) return null;
        const { name, kind, isPlain } = column;
        return kind === 'name' ? (
          <th key={index} role="rowheader" scope="row">
            {children[index]}
          </th>
        ) : (
          <td key={index} role="cell" class={kind} data-label={isPlain ? undefined : name}>
            {children[index]}
          </td>
        );
      })}
    </tr>
  );
}
