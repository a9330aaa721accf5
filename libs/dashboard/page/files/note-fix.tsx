import type { FileSettings, Note, Preview } from '@dialproof/client';
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
          <CountrySelect
            aria-label={texts.files.otherCountry}
            none={texts.files.otherCountry}
            value=""
            onChoose={(value) => value !== undefined && set({ default_country: value })}
          />
        </span>
      );
    }
    case 'no_phone_column':
    case 'other_phone_columns':
      return (
        <span class="fix">
          <select
            aria-label={texts.files.otherColumn}
            value=""
            onChange={({ currentTarget: { value } }) => set({ phone_column_index: Number(value) })}
          >
            <option value="" disabled>
              {texts.files.otherColumn}
            </option>
            {preview.columns
              .filter(({ index }) => code === 'no_phone_column' || index !== preview.phone_column_index)
              .map(({ index, name }) => (
                <option key={index} value={index}>
                  {name.trim() === '' ? texts.files.unnamed(index + 1) : name}
                </option>
              ))}
          </select>
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

/** The country of the browser's language: lists are mostly of people nearby. */
function countryOfReader(): string | undefined {
  try {
    return new Intl.Locale(navigator.language).maximize().region;
  } catch {
    return undefined;
  }
}
