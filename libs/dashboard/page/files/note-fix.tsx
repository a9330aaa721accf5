import type { FileSettings, Note, Preview } from '@dialproof/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { Select } from '../parts/field.js';
import { COUNTRIES, CountrySelect } from './country-select.js';
import { NO_COUNTRIES, showSetting } from './reading-settings.js';

export interface NoteFixProps {
  readonly file: File;
  readonly note: Note;
  readonly preview: Preview;
  readonly settings: FileSettings;
  onChange(settings: FileSettings): void;
}

/** The setting that a note asks for, beside the note. Renders nothing where another part of the page is the place for it. */
export function NoteFix(props: NoteFixProps) {
  const { note, settings, onChange } = props;
  const { code, country: ofFile, rows } = note;
  const { texts, formats } = useTools();
  const set = (changed: FileSettings) => onChange({ ...settings, ...changed });
  const button = (text: string, onClick: () => void) => (
    <button type="button" class="secondary small" onClick={onClick}>
      {text}
    </button>
  );
  const fix = (text: string, changed: FileSettings, gained = rows) =>
    button(gained === null ? text : `${text} (${texts.files.gain(gained)})`, () => set(changed));
  const field = (text: string, name: keyof FileSettings) => (
    <span class="fix">{button(`${text} …`, () => showSetting(name))}</span>
  );
  switch (code) {
    case 'country_needed': {
      const country = ofFile ?? countryOfReader();
      return (
        <span class="fix">
          {country !== undefined &&
            // Cells need not be numbers of the reader's country.
            fix(
              texts.files.readAsOf(formats.country(country)),
              { default_country: country },
              ofFile === null ? null : rows,
            )}
          <OtherCountry onUse={(value) => set({ default_country: value })} />
        </span>
      );
    }
    case 'no_phone_column':
    case 'other_phone_columns':
      return <OtherColumns {...props} />;
    case 'several_numbers':
      return <span class="fix">{fix(texts.files.useFirst, { several_numbers: 'first' })}</span>;
    case 'numbers_without_area_code':
      return field(texts.files.areaCode, 'default_area_code');
    case 'lines_skipped':
      return field(texts.files.headerRow, 'header_row');
    case 'encoding_guessed':
      return field(texts.words.encoding, 'encoding');
    case 'country_column':
      return <span class="fix">{fix(texts.files.ignoreCountries, NO_COUNTRIES)}</span>;
    default:
      return null;
  }
}

/** The columns that may be meant, each with the change of the file's numbers once that is counted. */
function OtherColumns({ file, note: { code, values }, preview, settings, onChange }: NoteFixProps) {
  const { texts, formats } = useTools();
  const others = preview.columns.filter(({ index }) => index !== preview.phone_column_index);
  const named = others.filter(({ name }) => values.some((value) => isHeader(value, name.trim())));
  const possible = named.length === 0 ? others : named;
  const columns = code === 'no_phone_column' ? preview.columns : possible;
  const numbers = useNumbersOf(named, { file, preview, settings });
  const labelOf = ({ index, name }: Column, text = (of: string) => of) => {
    const change = (numbers[index] ?? preview.numbers) - preview.numbers;
    const label = text(name.trim() === '' ? texts.files.unnamed(index + 1) : name);
    return change === 0 ? label : `${label}: ${formats.change(change)}`;
  };
  const use = (index: number) => onChange({ ...settings, phone_column_index: index });
  const [only] = columns;
  return (
    <span class="fix">
      {only !== undefined && columns.length === 1 ? (
        <button type="button" class="secondary small" onClick={() => use(only.index)}>
          {labelOf(only, texts.files.useColumn)}
        </button>
      ) : (
        <Choice onUse={(value) => use(Number(value))}>
          {(value, choose) => (
            <Select
              aria-label={texts.files.otherColumn}
              choices={[
                ['', texts.files.otherColumn],
                ...columns.map((column) => [String(column.index), labelOf(column)] as const),
              ]}
              value={value}
              onChoose={choose}
            />
          )}
        </Choice>
      )}
    </span>
  );
}

type Column = Preview['columns'][number];

/** Each takes the server as long as a preview does. */
const MOST_COUNTED = 3;

/**
 * The numbers that a file has with each of these columns, counted by previews of the file that the server has kept. Nothing waits for them:
 * a column whose preview fails is offered without a count.
 */
function useNumbersOf(
  columns: readonly Column[],
  { file, preview, settings }: Pick<NoteFixProps, 'file' | 'preview' | 'settings'>,
): Readonly<Record<number, number>> {
  const { client } = useTools();
  const [counted, setCounted] = useState<Readonly<Record<number, number>>>({});
  useEffect(() => {
    const uploadId = preview.upload?.upload_id;
    const stop = new AbortController();
    const { signal } = stop;
    const count = async () => {
      for (const { index } of columns.slice(0, MOST_COUNTED)) {
        const asked = { ...settings, phone_column_index: index, upload_id: uploadId, keep_upload: true };
        const { numbers } = await client.preview(file, asked, { signal });
        if (signal.aborted) return;
        setCounted((before) => ({ ...before, [index]: numbers }));
      }
    };
    if (uploadId !== undefined) count().catch(() => undefined);
    return () => {
      stop.abort();
      setCounted({});
    };
  }, [preview, client]);
  return counted;
}

/** A choice among all countries. */
export function OtherCountry({ onUse }: Pick<ChoiceProps, 'onUse'>) {
  const { texts } = useTools();
  return (
    <Choice onUse={onUse}>
      {(value, choose) => (
        <CountrySelect
          aria-label={texts.files.otherCountry}
          none={texts.files.otherCountry}
          value={value}
          onChoose={(country) => choose(country ?? '')}
        />
      )}
    </Choice>
  );
}

interface ChoiceProps {
  onUse(value: string): void;
  children(value: string, choose: (value: string) => void): ComponentChildren;
}

/**
 * A choice takes effect when its button is pressed or the focus leaves it: a user who goes on to the submit has chosen. It does not at each
 * change, since arrow keys and typed letters change a select at once, and the note would be gone at the first letter.
 */
function Choice({ onUse, children }: ChoiceProps) {
  const { texts } = useTools();
  const [value, choose] = useState('');
  const use = () => {
    if (value === '') return;
    choose('');
    onUse(value);
  };
  return (
    <span
      class="choice"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) use();
      }}
    >
      {children(value, choose)}
      {value !== '' && (
        <button type="button" class="secondary small" onClick={use}>
          {texts.files.use}
        </button>
      )}
    </span>
  );
}

/** Whether a value of a note is this header: the server cuts long ones off. */
function isHeader(value: string, header: string): boolean {
  return value === header || (value.endsWith('…') && header.startsWith(value.slice(0, -1)));
}

/** Of the browser's language, if it names a country; else by the clock. Many browsers outside of America speak its English. */
function countryOfReader(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    const language = new Intl.Locale(navigator.language);
    const ofLanguage = language.baseName === 'en-US' ? undefined : countryIn(language);
    const ofClock = () => COUNTRIES.find((code) => timeZonesOf(code)?.includes(timeZone));
    return ofLanguage ?? ofClock() ?? countryIn(language.maximize());
  } catch {
    return undefined;
  }
}

/** Undefined for a region such as that of es-419, Latin America. */
function countryIn({ region }: Intl.Locale): string | undefined {
  return COUNTRIES.find((code) => code === region);
}

/** Undefined in browsers that do not know them. */
function timeZonesOf(country: string): readonly string[] | undefined {
  // A method of ES2026, which TypeScript does not know yet.
  const locale = new Intl.Locale(`und-${country}`) as { getTimeZones?(): readonly string[] | undefined };
  return locale.getTimeZones?.();
}
