import type { ComponentChildren, HTMLAttributes, Ref } from 'preact';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import type { Action } from '../app/use-action.js';
import { Failure, failureText } from './failure.js';
import { Checkbox, Field } from './field.js';

export interface ActionFormProps extends Pick<HTMLAttributes<HTMLFormElement>, 'class'> {
  readonly action: Action<[]>;
  /** The words on its button. */
  readonly submit: string;
  /** The same while the action runs. Default: those of `submit`. */
  readonly running?: string;
  /** What somebody still has to choose. It is said when the form is sent without it. */
  readonly missing?: string | false;
  /** Whether one of its fields says the failure. Default false. */
  readonly isSaid?: boolean;
  /** Stands beside the button. */
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A form with the button that runs its action, and the failure of it. */
export function ActionForm({ action, submit, running, isSaid = false, ...props }: ActionFormProps) {
  const { missing = false, beside, children, class: name } = props;
  const [isTried, setTried] = useState(false);
  return (
    <form
      class={name}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (missing === false) void action.run();
      }}
    >
      {children}
      {isTried && missing !== false && <p role="alert">{missing}</p>}
      {!isSaid && <Failure error={action.error} />}
      <p class="actions">
        <button type="submit" aria-busy={action.isRunning}>
          {action.isRunning ? (running ?? submit) : submit}
        </button>
        {beside}
      </p>
    </form>
  );
}

export interface ChoicesProps<Item extends string> {
  readonly legend: string;
  readonly all: readonly Item[];
  readonly chosen: readonly Item[];
  onChoose(chosen: readonly Item[]): void;
  /** The words beside a box. */
  children(item: Item): ComponentChildren;
}

/** Boxes, of which any number may be checked. */
export function Choices<Item extends string>({
  legend,
  all,
  chosen,
  onChoose,
  children,
}: ChoicesProps<Item>) {
  const toggle = (item: Item) => onChoose(all.filter((one) => (one === item) !== chosen.includes(one)));
  return (
    <fieldset class="list">
      <legend>{legend}</legend>
      {all.map((item) => (
        <Checkbox key={item} checked={chosen.includes(item)} onCheck={() => toggle(item)}>
          {children(item)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

export interface PhoneFieldProps {
  readonly label: string;
  readonly help: string;
  /** Why the number was refused; undefined if it was not. */
  readonly refusal: unknown;
  readonly value: string;
  onValue(value: string): void;
  readonly field?: Ref<HTMLInputElement>;
}

/** A field for one number. */
export function PhoneField({ label, help, refusal, value, onValue, field = null }: PhoneFieldProps) {
  const { texts } = useTools();
  const isWrong = refusal !== undefined;
  return (
    <Field label={label} help={isWrong ? failureText(refusal, texts) : help} isWrong={isWrong}>
      {(attributes) => (
        <input
          ref={field}
          type="tel"
          autocomplete="off"
          required
          dir="ltr"
          value={value}
          {...attributes}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
