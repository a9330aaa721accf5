import type { ComponentChildren } from 'preact';

export interface SmallButtonProps {
  readonly children: ComponentChildren;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  onClick(): void;
}

/** A button beside something that it changes or opens. */
export function SmallButton({ children, busy, disabled, onClick }: SmallButtonProps) {
  return (
    <button
      type="button"
      class="secondary small"
      aria-busy={busy}
      disabled={disabled}
      onClick={() => onClick()}
    >
      {children}
    </button>
  );
}
