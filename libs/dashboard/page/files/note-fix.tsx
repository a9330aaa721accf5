import type { FileSettings, Note, Preview } from '@dialproof/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { CountrySelect } from './country-select.js';

export interface NoteFixProps {
  readonly note: Note;
  readonly preview: Preview;
  readonly settings: FileSettings;
  onChange(settings: FileSettings): void;
}

/** The setting that a note asks for, beside the note. Renders nothing where another part of the page is the place for it. */
export function NoteFix({ note: { code, rows }, preview, settings, onChange }: NoteFixProps) {
  const { texts, formats } = useTools();
  const set = (changed: FileSettings) => onChange({ ...settings, ...changed });
  const fix = (text: string, changed: FileSettings) => (
    <button type="button" class="secondary small" onClick={() => set(changed)}>
      {rows === null ? text : `${text} (${texts.files.gain(rows)})`}
    </button>
  );
  switch (code) {
    case 'country_needed': {
      const country = countryOfReader();
      return (
        <span class="fix">
          {country !== undefined &&
            fix(texts.files.readAsOf(formats.country(country)), { default_country: country })}
          <Choice onUse={(value) => set({ default_country: value })}>
            {(value, choose) => (
              <CountrySelect
                aria-label={texts.files.otherCountry}
                none={texts.files.otherCountry}
                value={value}
                onChoose={(country) => choose(country ?? '')}
              />
            )}
          </Choice>
        </span>
      );
    }
    case 'no_phone_column':
    case 'other_phone_columns':
      return (
        <span class="fix">
          <Choice onUse={(value) => set({ phone_column_index: Number(value) })}>
            {(value, choose) => (
              <select
                aria-label={texts.files.otherColumn}
                value={value}
                onChange={({ currentTarget }) => choose(currentTarget.value)}
              >
                <option value="">{texts.files.otherColumn}</option>
                {preview.columns
                  .filter(({ index }) => code === 'no_phone_column' || index !== preview.phone_column_index)
                  .map(({ index, name }) => (
                    <option key={index} value={index}>
                      {name.trim() === '' ? texts.files.unnamed(index + 1) : name}
                    </option>
                  ))}
              </select>
            )}
          </Choice>
        </span>
      );
    case 'several_numbers':
      return <span class="fix">{fix(texts.files.useFirst, { several_numbers: 'first' })}</span>;
    case 'numbers_without_area_code':
      // Its area code is a field among the settings.
      return rows === null ? null : <small>{texts.files.gain(rows)}</small>;
    case 'country_column':
      return <span class="fix">{fix(texts.files.ignoreCountries, { country_column: 'none' })}</span>;
    default:
      return null;
  }
}

interface ChoiceProps {
  onUse(value: string): void;
  children(value: string, choose: (value: string) => void): ComponentChildren;
}

/**
 * A choice that its button applies. Arrow keys and typed letters change a select at once: if each change were applied, the note would be
 * gone at the first letter.
 */
function Choice({ onUse, children }: ChoiceProps) {
  const { texts } = useTools();
  const [value, choose] = useState('');
  return (
    <>
      {children(value, choose)}
      <button type="button" class="secondary small" disabled={value === ''} onClick={() => onUse(value)}>
        {texts.files.use}
      </button>
    </>
  );
}

/** The country of the browser's language: lists are mostly of people nearby. */
function countryOfReader(): string | undefined {
  try {
    return new Intl.Locale(navigator.language).maximize().region;
  } catch {
    return undefined;
  }
}
