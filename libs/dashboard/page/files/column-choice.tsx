import type { FileSettings, Preview } from '@dialproof/client';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { ScrolledTable } from '../parts/table.js';

export interface ColumnChoiceProps {
  readonly preview: Preview;
  readonly settings: FileSettings;
  onChange(settings: FileSettings): void;
}

/** The first rows, the column of the phones marked, and why it was taken. Another one can be chosen. */
export function ColumnChoice({ preview, settings, onChange }: ColumnChoiceProps) {
  const { texts } = useTools();
  const { columns, column_reason: reason, seen } = preview;
  const hidden = preview.column_count - columns.length;
  return (
    <fieldset>
      <legend>
        <h2>{texts.files.column}</h2>
      </legend>
      <p>
        {texts.files.reasons[reason]} {seen.filled > 0 && texts.files.seen(seen.numbers, seen.filled)}{' '}
        {reason !== 'not_found' && texts.files.columnHelp}
      </p>
      <FirstRows
        preview={preview}
        chosen={positionOf(preview, settings)}
        onChoose={(index) => onChange({ ...settings, phone_column_index: index })}
      />
      {hidden > 0 && <p>{texts.files.moreColumns(hidden)}</p>}
    </fieldset>
  );
}

/** The column that is verified; undefined if none was found. */
function positionOf(
  { column_reason, phone_column_index: found }: Preview,
  { phone_column_index: chosen }: FileSettings,
): number | undefined {
  return chosen ?? (column_reason === 'not_found' ? undefined : found);
}

interface FirstRowsProps {
  readonly preview: Preview;
  /** The column that is verified; undefined if there is none. */
  readonly chosen: number | undefined;
  onChoose(index: number): void;
}

/** The first rows side by side, the column that is verified marked. Another one is chosen by its header, or by any of its cells. */
function FirstRows({ preview, chosen, onChoose }: FirstRowsProps) {
  const { texts } = useTools();
  const id = useId();
  const { columns, first_rows: rows } = preview;
  const read = preview.phone_column_index;
  const scrolled = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen !== undefined && scrolled.current !== null) showColumn(scrolled.current);
  }, [chosen]);
  const chooseBy = (target: EventTarget | null): void => {
    const cell = target instanceof Element ? target.closest('td') : null;
    // Whoever selects text wants to copy it.
    if (cell === null || getSelection()?.type === 'Range') return;
    // The header's own field does nothing while a file is submitted.
    scrolled.current?.querySelectorAll('input')[cell.cellIndex - 1]?.click();
  };
  const mark = (index: number): string | undefined => (index === chosen ? 'chosen' : undefined);
  return (
    <ScrolledTable label={texts.files.firstRows} class="first-rows" scrolled={scrolled}>
      <thead>
        <tr>
          <th scope="col">{texts.files.rowNumber}</th>
          {columns.map(({ index, name, samples }) => (
            <th key={index} scope="col" class={mark(index)}>
              <label class="column">
                <input type="radio" name={id} checked={index === chosen} onChange={() => onChoose(index)} />
                <span>
                  <bdi>{name.trim() === '' ? texts.files.unnamed(index + 1) : name}</bdi>{' '}
                  {index === preview.country_column_index && (
                    <span class="badge">{texts.files.countries}</span>
                  )}
                </span>
              </label>
              {samples[0] !== undefined && rows.every(({ cells }) => cells[index] === '') && (
                <small>
                  {texts.files.furtherDown} <bdi>{samples[0]}</bdi>
                </small>
              )}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the headers */}
      <tbody onClick={({ target }) => chooseBy(target)}>
        {rows.map(({ row, cells, phone, reason }) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {cells.map((cell, index) => (
              <td key={index} class={mark(index)}>
                <span dir="auto">{cell}</span>
                {index === read && phone !== null && phone !== cell && (
                  <small>{texts.files.readAs(phone)}</small>
                )}
                {index === read && reason !== null && <small class="unread">{texts.unread[reason]}</small>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  );
}

/** Scrolls only the table, and only if the column is not visible. */
function showColumn(scrolled: HTMLElement): void {
  const header = scrolled.querySelector('th.chosen')?.getBoundingClientRect();
  if (header === undefined) return;
  const { left, right } = scrolled.getBoundingClientRect();
  if (header.left >= left && header.right <= right) return;
  scrolled.scrollLeft += (header.left + header.right - left - right) / 2;
}
