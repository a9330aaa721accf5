import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldProps {
  readonly label: string;
  /** Its help, or, if `isWrong`, its problem, which screen readers then announce. */
  readonly help: string;
  readonly isWrong?: boolean;
  /** Makes the form field with these attributes. */
  children(attributes: FieldAttributes): ComponentChildren;
}

export type FieldAttributes = { readonly 'aria-describedby': string; readonly 'aria-invalid'?: 'true' };

/** A form field with its label above and its help below, which is no part of its name. */
export function Field({ label, help, isWrong = false, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the field is what the function makes */}
      <label>
        {label}
        {children({ 'aria-describedby': id, ...(isWrong ? { 'aria-invalid': 'true' } : {}) })}
      </label>
      <small id={id} role={isWrong ? 'alert' : undefined}>
        {help}
      </small>
    </div>
  );
}

export interface CheckboxProps extends Pick<HTMLAttributes<HTMLInputElement>, 'aria-describedby'> {
  readonly checked: boolean;
  readonly children: ComponentChildren;
  onCheck(checked: boolean): void;
}

/** A box to check, with its words beside it. */
export function Checkbox({ children, onCheck, ...attributes }: CheckboxProps) {
  return (
    <label>
      <input
        type="checkbox"
        {...attributes}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      />
      {children}
    </label>
  );
}

export interface SelectProps<Value extends string>
  extends Pick<HTMLAttributes<HTMLSelectElement>, 'id' | 'aria-label' | 'aria-describedby' | 'dir'> {
  /** Stands above it. Default: the label is elsewhere. */
  readonly label?: string;
  readonly required?: boolean;
  /** Values with their words. */
  readonly choices: readonly (readonly [value: Value, words: string])[];
  readonly value: Value;
  onChoose(value: Value): void;
}

/** A choice of one. */
export function Select<Value extends string>({
  label,
  choices,
  onChoose,
  ...attributes
}: SelectProps<Value>) {
  const select = (
    <select
      {...attributes}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(([value]) => value === currentTarget.value);
        if (chosen !== undefined) onChoose(chosen[0]);
      }}
    >
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
  if (label === undefined) return select;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is above
    <label>
      {label}
      {select}
    </label>
  );
}

export interface WrittenProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  onWrite(value: string): void;
}

/** A field for a name, of a token or a list. */
export function NameField({
  label,
  help,
  value,
  onWrite,
  maxLength,
}: WrittenProps & { readonly maxLength: number }) {
  return (
    <Field label={label} help={help}>
      {(attributes) => (
        <input
          type="text"
          required
          pattern=".*\S.*"
          dir="auto"
          maxLength={maxLength}
          value={value}
          {...attributes}
          onInput={({ currentTarget }) => onWrite(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** A field for a limit of credits; empty: none. */
export function LimitField({ label, help, value, onWrite, least }: WrittenProps & { readonly least: 0 | 1 }) {
  return (
    <Field label={label} help={help}>
      {(attributes) => (
        <input
          type="number"
          min={least}
          step="1"
          max={Number.MAX_SAFE_INTEGER}
          value={value}
          {...attributes}
          onInput={({ currentTarget }) => onWrite(currentTarget.value)}
        />
      )}
    </Field>
  );
}
