import type { FileSettings, Note } from '@dialproof/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { Select } from '../parts/field.js';
import { SmallButton } from '../parts/small-button.js';
import { COUNTRIES, CountrySelect } from './country-select.js';
import { NO_COUNTRIES, showSetting } from './reading-settings.js';
import { type GainsProps, useGains } from './use-gains.js';

export interface NoteFixProps extends GainsProps {
  readonly note: Note;
  onChange(settings: FileSettings): void;
}

/** The setting that a note asks for, beside the note. Renders nothing where another part of the page is the place for it. */
export function NoteFix(props: NoteFixProps) {
  const { note, settings, onChange } = props;
  const { texts, formats } = useTools();
  const fix = (text: string, changed: FileSettings) => <Fix {...props} text={text} changed={changed} />;
  const field = (text: string, name: keyof FileSettings) => (
    <SmallButton onClick={() => showSetting(name)}>{text} …</SmallButton>
  );
  const content = (): ComponentChildren => {
    switch (note.code) {
      case 'country_needed': {
        const country = note.country ?? countryOfReader();
        return (
          <>
            {country !== undefined &&
              fix(texts.files.readAsOf(formats.country(country)), { default_country: country })}
            <OtherCountry onUse={(value) => onChange({ ...settings, default_country: value })} />
          </>
        );
      }
      case 'no_phone_column':
      case 'other_phone_columns':
        return <OtherColumns {...props} />;
      case 'several_numbers':
        return fix(texts.files.useFirst, { several_numbers: 'first' });
      case 'numbers_without_area_code':
        return field(texts.files.areaCode, 'default_area_code');
      case 'lines_skipped':
        return field(texts.files.headerRow, 'header_row');
      case 'encoding_guessed':
        return field(texts.words.encoding, 'encoding');
      case 'country_column':
        return fix(texts.files.ignoreCountries, NO_COUNTRIES);
      default:
        return null;
    }
  };
  const children = content();
  return children === null ? null : <span class="fix">{children}</span>;
}

interface FixProps extends NoteFixProps {
  readonly text: string;
  readonly changed: FileSettings;
}

/** A change of the settings, with its gain. */
function Fix({ text, changed, ...props }: FixProps) {
  const [gain] = useGains([changed], props);
  return (
    <SmallButton onClick={() => props.onChange({ ...props.settings, ...changed })}>
      {text}
      {gain}
    </SmallButton>
  );
}

/** The columns that may be meant. */
function OtherColumns(props: NoteFixProps) {
  const { note, preview, settings, onChange } = props;
  const { texts } = useTools();
  const others = preview.columns.filter(({ index }) => index !== preview.phone_column_index);
  const named = others.filter(({ name }) => note.values.some((value) => isHeader(value, name.trim())));
  const possible = named.length === 0 ? others : named;
  const columns = note.code === 'no_phone_column' ? preview.columns : possible;
  const isOne = columns.length === 1;
  // The one column has a button, which counts by itself.
  const counted = isOne ? [] : named;
  const gains = useGains(
    counted.map(({ index }) => ({ phone_column_index: index })),
    props,
  );
  const choices = columns.map((column) => {
    const { index, name } = column;
    const label = name.trim() === '' ? texts.files.unnamed(index + 1) : name;
    return [String(index), `${label}${gains[counted.indexOf(column)] ?? ''}`] as const;
  });
  const [only] = choices;
  if (isOne && only !== undefined) {
    const [index, label] = only;
    return (
      <Fix {...props} text={texts.files.useColumn(label)} changed={{ phone_column_index: Number(index) }} />
    );
  }
  return (
    <Choice onUse={(value) => onChange({ ...settings, phone_column_index: Number(value) })}>
      {(value, choose) => (
        <Select
          aria-label={texts.files.otherColumn}
          choices={[['', texts.files.otherColumn], ...choices]}
          value={value}
          onChoose={choose}
        />
      )}
    </Choice>
  );
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
      {value !== '' && <SmallButton onClick={use}>{texts.files.use}</SmallButton>}
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
