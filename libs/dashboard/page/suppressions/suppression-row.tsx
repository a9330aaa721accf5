import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { Confirm } from '../parts/dialog.js';
import { Failure } from '../parts/failure.js';
import { Row } from '../parts/table.js';

export interface SuppressionRowProps {
  readonly phone: string;
  readonly addedAt: string;
  onRemoved(): void;
}

/** A number in the list, with the button that removes it. */
export function SuppressionRow({ phone, addedAt, onRemoved }: SuppressionRowProps) {
  const { client, texts, formats, announce } = useTools();
  const [isAsked, setAsked] = useState(false);
  const removeThis = texts.suppressions.removeOne(phone);
  const post = useUnansweredPost();
  const remove = useAction(async () => {
    await post.send(phone, (key) => client.suppressions.remove(phone, key));
    announce(texts.suppressions.removed(phone));
    onRemoved();
  });
  return (
    <Row>
      <div>
        <bdi dir="ltr">{phone}</bdi>
        <Failure error={remove.error} />
      </div>
      {formats.dateTime(addedAt)}
      <div>
        <button
          type="button"
          class="secondary small"
          aria-label={removeThis}
          aria-busy={remove.isRunning}
          onClick={() => setAsked(true)}
        >
          {texts.suppressions.remove}
        </button>
        {isAsked && (
          <Confirm
            title={removeThis}
            text={texts.suppressions.removeText}
            yes={texts.suppressions.remove}
            no={texts.cancel}
            onNo={() => setAsked(false)}
            onYes={() => {
              setAsked(false);
              void remove.run();
            }}
          />
        )}
      </div>
    </Row>
  );
}
