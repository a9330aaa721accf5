import { type CreatedToken, isDialproofError, SCOPES, type Scope } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { Field, type FieldAttributes } from '../parts/field.js';
import { ActionForm, Choices } from '../parts/form.js';

const DAY_MS = 86_400_000;
/** After how many days a token may end; 0 is never. */
const LIFETIMES_DAYS = [30, 90, 365, 0] as const;
const MAX_NAME_CHARS = 100;

export interface AddTokenProps {
  onAdded(token: string): void;
  /** Is called when it is unknown whether a token was made. */
  onLost(): void;
}

/** Failures behind which a token may have been made. */
const LEAVES_OPEN: ReadonlySet<string> = new Set([
  'connection_failed',
  'timed_out',
  'unexpected_reply',
  'internal_error',
]);

function mayBeMade(error: unknown): boolean {
  return isDialproofError(error) && LEAVES_OPEN.has(error.code);
}

function capOf(written: string): number | null {
  return written === '' ? null : Number(written);
}

interface CapInputProps {
  readonly value: string;
  onValue(value: string): void;
  readonly attributes: FieldAttributes;
}

function CapInput({ value, onValue, attributes }: CapInputProps) {
  return (
    <input
      type="number"
      min="1"
      step="1"
      max={Number.MAX_SAFE_INTEGER}
      value={value}
      {...attributes}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
}

/** A form for a new token. */
export function AddToken({ onAdded, onLost }: AddTokenProps) {
  const { client, texts, announce } = useTools();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['read', 'verify', 'batch']);
  const [days, setDays] = useState<number>(90);
  const [perDay, setPerDay] = useState('');
  const [perFile, setPerFile] = useState('');
  const add = useAction(async () => {
    const expires_at = days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    let made: CreatedToken;
    try {
      made = await client.tokens.create({
        name: name.trim(),
        scopes,
        expires_at,
        max_credits_per_day: capOf(perDay),
        max_credits_per_task: capOf(perFile),
      });
    } catch (error) {
      if (mayBeMade(error)) onLost();
      throw error;
    }
    setName('');
    announce(texts.tokens.added);
    onAdded(made.token);
  });
  return (
    <ActionForm
      class="narrow card"
      action={add}
      submit={texts.tokens.add}
      running={texts.tokens.adding}
      missing={scopes.length === 0 && texts.tokens.noScope}
      beside={mayBeMade(add.error) && <span>{texts.tokens.mayBeMade}</span>}
    >
      <h2>{texts.tokens.add}</h2>
      <Field label={texts.words.name} help={texts.tokens.nameHelp}>
        {(attributes) => (
          <input
            type="text"
            required
            pattern=".*\S.*"
            maxLength={MAX_NAME_CHARS}
            value={name}
            {...attributes}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Choices legend={texts.tokens.columns.scopes} all={SCOPES} chosen={scopes} onChoose={setScopes}>
        {(scope) => texts.tokens.scopes[scope]}
      </Choices>
      <label>
        {texts.tokens.columns.ends}
        <select value={String(days)} onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}>
          {LIFETIMES_DAYS.map((lifetime) => (
            <option key={lifetime} value={String(lifetime)}>
              {lifetime === 0 ? texts.tokens.never : texts.tokens.inDays(lifetime)}
            </option>
          ))}
        </select>
      </label>
      <Field label={texts.tokens.maxPerDay} help={texts.tokens.maxPerDayHelp}>
        {(attributes) => <CapInput value={perDay} onValue={setPerDay} attributes={attributes} />}
      </Field>
      <Field label={texts.tokens.maxPerFile} help={texts.tokens.maxPerFileHelp}>
        {(attributes) => <CapInput value={perFile} onValue={setPerFile} attributes={attributes} />}
      </Field>
    </ActionForm>
  );
}
