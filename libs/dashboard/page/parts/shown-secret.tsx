import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { Dialog } from './dialog.js';

export interface ShownSecretProps {
  readonly title: string;
  /** Its purpose. */
  readonly help: string;
  readonly secret: string;
  onClose(): void;
}

/** A secret, which is shown only once. */
export function ShownSecret({ title, help, secret, onClose }: ShownSecretProps) {
  const { texts } = useTools();
  const [isCopied, setCopied] = useState(false);
  // Over plain http, browsers have no clipboard for pages: the text can be marked by hand.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const copy = async (target: Clipboard): Promise<void> => {
    // A browser may forbid it. The text can be marked then, too.
    const wasCopied = await target.writeText(secret).then(
      () => true,
      () => false,
    );
    setCopied(wasCopied);
  };
  return (
    <Dialog title={title}>
      <p>{help}</p>
      <p>
        <code>{secret}</code>
      </p>
      {/* Screen readers do not announce the page below an open dialog. */}
      <p role="status">{isCopied && texts.copied}</p>
      <footer class="actions">
        {clipboard !== undefined && (
          <button type="button" onClick={() => void copy(clipboard)}>
            {texts.copy}
          </button>
        )}
        <button type="button" class={clipboard === undefined ? undefined : 'secondary'} onClick={onClose}>
          {texts.close}
        </button>
      </footer>
    </Dialog>
  );
}
