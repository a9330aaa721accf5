import { type CreatedToken, isDialproofError, SCOPES, type Scope } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { LimitField, NameField, Select } from '../parts/field.js';
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
      <NameField
        label={texts.words.name}
        help={texts.tokens.nameHelp}
        maxLength={MAX_NAME_CHARS}
        value={name}
        onWrite={setName}
      />
      <Choices legend={texts.tokens.columns.scopes} all={SCOPES} chosen={scopes} onChoose={setScopes}>
        {(scope) => texts.tokens.scopes[scope]}
      </Choices>
      <Select
        label={texts.tokens.columns.ends}
        choices={LIFETIMES_DAYS.map((lifetime) => [
          String(lifetime),
          lifetime === 0 ? texts.tokens.never : texts.tokens.inDays(lifetime),
        ])}
        value={String(days)}
        onChoose={(lifetime) => setDays(Number(lifetime))}
      />
      <LimitField
        label={texts.tokens.maxPerDay}
        help={texts.tokens.maxPerDayHelp}
        least={1}
        value={perDay}
        onWrite={setPerDay}
      />
      <LimitField
        label={texts.tokens.maxPerFile}
        help={texts.tokens.maxPerFileHelp}
        least={1}
        value={perFile}
        onWrite={setPerFile}
      />
    </ActionForm>
  );
}
