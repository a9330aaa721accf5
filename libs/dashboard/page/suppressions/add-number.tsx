import { isDialproofError } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { Failure, failureText } from '../parts/failure.js';
import { Field } from '../parts/field.js';

/** A form that adds one number. */
export function AddNumber({ onAdded }: { onAdded(): void }) {
  const { client, texts, announce } = useTools();
  const [phone, setPhone] = useState('');
  const post = useUnansweredPost();
  const add = useAction(async () => {
    await post.send(phone, (key) => client.suppressions.add([phone], key));
    announce(texts.suppressions.added(phone));
    setPhone('');
    onAdded();
  });
  const isRefused = isDialproofError(add.error, 'invalid_phone');
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void add.run();
      }}
    >
      <h2>{texts.suppressions.addOne}</h2>
      <Field
        label={texts.suppressions.phone}
        help={isRefused ? failureText(add.error, texts) : texts.suppressions.phoneHelp}
        isWrong={isRefused}
      >
        {(attributes) => (
          <input
            type="tel"
            autocomplete="off"
            required
            dir="ltr"
            value={phone}
            {...attributes}
            onInput={(event) => setPhone(event.currentTarget.value)}
          />
        )}
      </Field>
      {!isRefused && <Failure error={add.error} />}
      <button type="submit" aria-busy={add.isRunning}>
        {texts.suppressions.add}
      </button>
    </form>
  );
}
