import { isDialproofError, type Preview } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { failureText } from '../parts/failure.js';
import { Field, LimitField, NameField, Select } from '../parts/field.js';
import { WEEKDAYS } from '../texts/formats.js';
import { type ListSettings, SCHEDULE_CHOICES } from './list-settings.js';

/** The longest name of a list, and the longest header of its key column. */
const MAX_NAME_CHARS = 200;
const MONTH_DAYS = Array.from({ length: 28 }, (_, index) => index + 1);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const AGES = ['7d', '30d', '60d', '90d'];

export interface ListFieldsProps {
  readonly settings: ListSettings;
  /** The columns of the file, if they are known: the key column is one of them. */
  readonly columns?: Preview['columns'] | undefined;
  /** Why the settings were refused. The field of the key column says it, if it is about that. */
  readonly refusal?: unknown;
  /** The credits of the file; undefined if it costs nothing now. */
  readonly price?: number | undefined;
  onChange(settings: ListSettings): void;
}

/** The settings of a list as fields of a form. */
export function ListFields({ settings, columns, refusal, price = 0, onChange }: ListFieldsProps) {
  const { texts, formats } = useTools();
  const { lists } = texts;
  const { every, fresh, hour, keyColumn, maxCredits, monthDay, name, timeZone, weekday } = settings;
  const set = (changed: Partial<ListSettings>) => onChange({ ...settings, ...changed });
  // One that was set by another program is kept.
  const keyHelp = columns === undefined ? `${lists.keyColumnHelp} ${lists.mayBeEmpty}` : lists.keyColumnHelp;
  const ages = fresh === '' || AGES.includes(fresh) ? AGES : [...AGES, fresh];
  return (
    <>
      <NameField
        label={texts.words.name}
        help={lists.nameHelp}
        maxLength={MAX_NAME_CHARS}
        value={name}
        onWrite={(written) => set({ name: written })}
      />
      <Select
        label={lists.schedule}
        choices={SCHEDULE_CHOICES.map((choice) => [choice, lists.every[choice]])}
        value={every}
        onChoose={(chosen) => set({ every: chosen })}
      />
      {every !== 'never' && (
        <div class="grid">
          {every === 'week' && (
            <Select
              label={lists.weekday}
              choices={WEEKDAYS.map((day) => [day, formats.weekday(day)])}
              value={weekday}
              onChoose={(day) => set({ weekday: day })}
            />
          )}
          {every === 'month' && (
            <Select
              label={lists.monthDay}
              choices={MONTH_DAYS.map((day) => [String(day), formats.number(day)])}
              value={String(monthDay)}
              onChoose={(day) => set({ monthDay: Number(day) })}
            />
          )}
          <Field label={lists.hour} help={lists.zone(timeZone)}>
            {(attributes) => (
              <Select
                {...attributes}
                choices={HOURS.map((one) => [String(one), formats.hour(one)])}
                value={String(hour)}
                onChoose={(one) => set({ hour: Number(one) })}
              />
            )}
          </Field>
        </div>
      )}
      <Field label={lists.fresh} help={lists.freshHelp}>
        {(attributes) => (
          <Select
            {...attributes}
            choices={[
              ['', lists.freshNone],
              ...ages.map((age) => [age, lists.freshWithin(formats.age(age))] as const),
            ]}
            value={fresh}
            onChoose={(age) => set({ fresh: age })}
          />
        )}
      </Field>
      <LimitField
        label={lists.maxCredits}
        help={
          maxCredits !== '' && price > Number(maxCredits)
            ? lists.overLimit(Number(maxCredits))
            : lists.maxCreditsHelp
        }
        least={0}
        value={maxCredits}
        onWrite={(written) => set({ maxCredits: written })}
      />
      <Field
        label={lists.keyColumn}
        help={isColumnRefused(refusal) ? failureText(refusal, texts) : keyHelp}
        isWrong={isColumnRefused(refusal)}
      >
        {(attributes) =>
          columns === undefined ? (
            <input
              type="text"
              dir="auto"
              maxLength={MAX_NAME_CHARS}
              value={keyColumn}
              {...attributes}
              onInput={({ currentTarget }) => set({ keyColumn: currentTarget.value })}
            />
          ) : (
            <Select
              dir="auto"
              {...attributes}
              choices={[['', lists.noKeyColumn], ...keysOf(columns)]}
              value={keyColumn}
              onChoose={(chosen) => set({ keyColumn: chosen })}
            />
          )
        }
      </Field>
    </>
  );
}

/** Whether the file has no such key column. */
export function isColumnRefused(refusal: unknown): boolean {
  return isDialproofError(refusal, 'column_not_found');
}

/** The columns with a header, as the API takes them: one whose header was cut by its position. */
export function keysOf(columns: Preview['columns']): readonly (readonly [string, string])[] {
  return columns
    .filter(({ name }) => name.trim() !== '')
    .map(({ index, name }) => [name.endsWith('…') ? String(index) : name, name]);
}
