import type { ComponentChildren } from 'preact';
import { useTools } from '../app/tools.js';
import type { ShownPages } from '../app/use-pages.js';
import { Failure } from './failure.js';
import { SmallButton } from './small-button.js';
import { Table, type TableProps } from './table.js';

export interface PagedTableProps<Item> extends Omit<TableProps, 'children'> {
  readonly pages: ShownPages<Item>;
  /** Said of an empty list. */
  readonly none: string;
  /** Buttons beside the one for the next page. */
  readonly actions?: ComponentChildren;
  /** The row of an item. */
  children(item: Item): ComponentChildren;
}

/** A list of the API as a table, which grows by a page when the user asks for more. */
export function PagedTable<Item>({ pages, none, actions, children, ...table }: PagedTableProps<Item>) {
  const { texts } = useTools();
  const { error, isLoading, items } = pages;
  return (
    <>
      <Failure error={error} onRetry={pages.reload} />
      {items.length > 0 && <Table {...table}>{items.map((item) => children(item))}</Table>}
      {items.length === 0 && error === undefined && (
        <p role="status" aria-busy={isLoading}>
          {isLoading ? texts.loading : none}
        </p>
      )}
      {(pages.hasMore || actions !== undefined) && (
        <p class="actions">
          <MoreButton pages={pages}>{texts.more}</MoreButton>
          {actions}
        </p>
      )}
    </>
  );
}

export interface MoreButtonProps {
  readonly pages: Omit<ShownPages<unknown>, 'items'>;
  readonly children: string;
}

/** Gets the next page. Renders nothing behind the last one, and while another list is being loaded. */
export function MoreButton({ pages: { hasMore, isLoading, more }, children }: MoreButtonProps) {
  if (!hasMore || (isLoading && !more.isRunning)) return null;
  return (
    <SmallButton busy={more.isRunning} onClick={() => void more.run()}>
      {children}
    </SmallButton>
  );
}
