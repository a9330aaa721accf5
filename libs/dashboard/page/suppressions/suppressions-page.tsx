import { isDialproofError } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { usePages } from '../app/use-pages.js';
import { ConfirmButton } from '../parts/dialog.js';
import { Failure } from '../parts/failure.js';
import { ActionForm, PhoneField } from '../parts/form.js';
import { Heading } from '../parts/heading.js';
import { PagedTable } from '../parts/paged-table.js';
import { Row } from '../parts/table.js';
import { AddFile } from './add-file.js';

const PAGE_NUMBERS = 50;

/** The numbers that the account must not call. */
export function SuppressionsPage() {
  const { client, texts } = useTools();
  const pages = usePages((signal) => client.suppressions.list({ limit: PAGE_NUMBERS }, { signal }), []);
  const { reload } = pages;
  return (
    <section>
      <Heading>{texts.pages.suppressions}</Heading>
      <p>{texts.suppressions.intro}</p>
      <div class="grid">
        <AddNumber onAdded={reload} />
        <AddFile onAdded={reload} />
      </div>
      <PagedTable
        pages={pages}
        none={texts.suppressions.none}
        label={texts.pages.suppressions}
        columns={[
          { name: texts.words.phone, kind: 'name' },
          { name: texts.suppressions.at, kind: 'when' },
          { name: texts.words.action, isPlain: true },
        ]}
      >
        {({ phone, added_at }) => (
          <SuppressionRow key={phone} phone={phone} addedAt={added_at} onRemoved={reload} />
        )}
      </PagedTable>
    </section>
  );
}

/** A form that adds one number. */
function AddNumber({ onAdded }: { onAdded(): void }) {
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
    <ActionForm class="card" action={add} submit={texts.suppressions.add} isSaid={isRefused}>
      <h2>{texts.suppressions.addOne}</h2>
      <PhoneField
        label={texts.words.phone}
        help={texts.suppressions.phoneHelp}
        refusal={isRefused ? add.error : undefined}
        value={phone}
        onValue={setPhone}
      />
    </ActionForm>
  );
}

interface SuppressionRowProps {
  readonly phone: string;
  readonly addedAt: string;
  onRemoved(): void;
}

/** A number in the list, with the button that removes it. */
function SuppressionRow({ phone, addedAt, onRemoved }: SuppressionRowProps) {
  const { client, texts, formats, announce } = useTools();
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
      <ConfirmButton
        class="secondary small"
        action={remove}
        words={texts.suppressions.remove}
        name={texts.suppressions.removeOne(phone)}
      />
    </Row>
  );
}
