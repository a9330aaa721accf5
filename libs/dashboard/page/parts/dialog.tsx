import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

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

export interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** Whether it destroys nothing. Default false. */
  readonly isHarmless?: boolean;
  onYes(): void;
  onNo(): void;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, text, yes, no, isHarmless = false, onYes, onNo }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onNo}>
      <p>{text}</p>
      <footer class="actions">
        <button type="button" class="secondary" onClick={onNo}>
          {no}
        </button>
        <button type="button" class={isHarmless ? undefined : 'danger'} onClick={onYes}>
          {yes}
        </button>
      </footer>
    </Dialog>
  );
}
