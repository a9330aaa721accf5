import type { HTMLAttributes } from 'preact';
import { useMemo } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { COUNTRIES } from './countries.js';

export interface CountrySelectProps extends Pick<HTMLAttributes<HTMLSelectElement>, 'aria-label'> {
  /** The choice of no country. */
  readonly none: string;
  readonly value: string;
  onChoose(country: string | undefined): void;
}

/** All countries by their names in the page's language. */
export function CountrySelect({ none, value, onChoose, ...attributes }: CountrySelectProps) {
  const { formats } = useTools();
  const countries = useMemo(
    () =>
      COUNTRIES.map((code) => ({ code, name: formats.country(code) })).sort((one, other) =>
        one.name.localeCompare(other.name),
      ),
    [formats],
  );
  return (
    <select
      {...attributes}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? undefined : currentTarget.value)}
    >
      <option value="">{none}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
