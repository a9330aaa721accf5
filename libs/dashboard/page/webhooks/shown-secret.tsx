import { useTools } from '../app/tools.js';
import { Dialog } from '../parts/dialog.js';

export interface ShownSecretProps {
  readonly secret: string;
  onClose(): void;
}

/** A secret, which nobody can see again. */
export function ShownSecret({ secret, onClose }: ShownSecretProps) {
  const { texts, announce } = useTools();
  // Over plain http, browsers have no clipboard for pages: the text can be marked by hand.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <Dialog title={texts.webhooks.secret}>
      <p>{texts.webhooks.secretHelp}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <footer class="actions">
        {clipboard !== undefined && (
          <button
            type="button"
            class="secondary"
            onClick={() => void clipboard.writeText(secret).then(() => announce(texts.copied))}
          >
            {texts.copy}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {texts.close}
        </button>
      </footer>
    </Dialog>
  );
}
