import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import type { Action } from '../app/use-action.js';
import { Failure } from './failure.js';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Is called when the user closes it by Escape. Without it, the dialog stays. */
  readonly onClose?: () => void;
}

/** A modal dialog, open as long as it is rendered. The browser keeps the focus in it, and afterwards the focus returns. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // At once, so that no key press goes behind an opening dialog.
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // Browsers do so by themselves, but not for a dialog that is removed from the page.
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // Browsers close it at a second Escape, whatever is said to the first.
        if (onClose !== undefined) onClose();
        else element.current?.showModal();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}

export interface FormDialogProps {
  readonly title: string;
  /** The words on its button; undefined as long as there is nothing to do. */
  readonly yes: string | undefined;
  /** Default: the word for cancelling. */
  readonly no?: string;
  readonly action: Action<[]>;
  /** Whether one of its fields says the failure. Default false. */
  readonly isSaid?: boolean;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** A form in a dialog. */
export function FormDialog({ title, yes, no, action, isSaid = false, children, onClose }: FormDialogProps) {
  const { texts } = useTools();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        {children}
        {!isSaid && <Failure error={action.error} />}
        <footer class="actions">
          <button type="button" class="secondary" onClick={onClose}>
            {no ?? texts.cancel}
          </button>
          {yes !== undefined && (
            <button type="submit" aria-busy={action.isRunning}>
              {yes}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** The words of a button that asks first. */
export interface ConfirmWords {
  readonly button: string;
  /** The title of the question. Default: the words on the button, or its name. */
  readonly title?: string;
  readonly text: string;
  /** The answer that agrees. Default: the words on the button. */
  readonly yes?: string;
  /** Default: the word for cancelling. */
  readonly no?: string;
}

export interface ConfirmButtonProps extends Pick<HTMLAttributes<HTMLButtonElement>, 'class'> {
  readonly action: Action<[]>;
  readonly words: ConfirmWords;
  /** Its name for screen readers, where several buttons have the same words. */
  readonly name?: string;
  /** Whether the action destroys nothing. Default false. */
  readonly isHarmless?: boolean;
}

/** A button for something that cannot be taken back: it asks first. */
export function ConfirmButton({
  action,
  words: { button, text, ...words },
  name,
  isHarmless = false,
  class: style,
}: ConfirmButtonProps) {
  const { texts } = useTools();
  const { title = name ?? button, yes = button, no = texts.cancel } = words;
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const confirm = () => {
    close();
    void action.run();
  };
  return (
    <>
      <button
        type="button"
        class={style}
        aria-label={name}
        aria-busy={action.isRunning}
        onClick={() => setAsked(true)}
      >
        {button}
      </button>
      {isAsked && (
        <Dialog title={title} onClose={close}>
          <p>{text}</p>
          <footer class="actions">
            <button type="button" class="secondary" onClick={close}>
              {no}
            </button>
            <button type="button" class={isHarmless ? undefined : 'danger'} onClick={confirm}>
              {yes}
            </button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
