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
