import type { SuppressedFile } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { CountrySelect } from '../files/country-select.js';
import { Failure } from '../parts/failure.js';
import { Field } from '../parts/field.js';

/** Adds the numbers of a file, as soon as it is chosen. */
export function AddFile({ onAdded }: { onAdded(): void }) {
  const { client, texts, announce } = useTools();
  const [country, setCountry] = useState<string>();
  const [added, setAdded] = useState<SuppressedFile>();
  const post = useUnansweredPost();
  const add = useAction(async (file: File) => {
    setAdded(undefined);
    const settings = { default_country: country };
    const request = JSON.stringify([file.name, file.size, file.lastModified, country]);
    const answer = await post.send(request, (key) => client.suppressions.addFile(file, settings, key));
    setAdded(answer);
    announce(texts.suppressions.addedFile(answer.added, answer.numbers - answer.added));
    onAdded();
  });
  return (
    <section class="card">
      <h2>{texts.suppressions.addFile}</h2>
      <Field label={texts.files.country} help={texts.files.countryHelp}>
        {(attributes) => (
          <CountrySelect
            none={texts.files.noCountry}
            value={country ?? ''}
            {...attributes}
            onChoose={setCountry}
          />
        )}
      </Field>
      <label class="choose" aria-busy={add.isRunning}>
        {add.isRunning ? texts.files.reading : texts.files.choose}
        <input
          class="visually-hidden"
          type="file"
          accept=".csv,.xlsx"
          disabled={add.isRunning}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void add.run(file);
            // The same file may be chosen again.
            currentTarget.value = '';
          }}
        />
      </label>
      <Failure error={add.error} title={texts.files.read} />
      {added !== undefined && (
        <div class="notice">
          <p>{texts.suppressions.addedFile(added.added, added.numbers - added.added)}</p>
          {added.rows_without_number > 0 && (
            <p>{texts.suppressions.withoutNumber(added.rows_without_number)}</p>
          )}
        </div>
      )}
    </section>
  );
}
