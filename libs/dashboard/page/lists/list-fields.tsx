import { useTools } from '../app/tools.js';
import { Field } from '../parts/field.js';
import { WEEKDAYS } from '../texts/formats.js';
import { type ListSettings, SCHEDULE_CHOICES } from './list-settings.js';

/** Of the name, and of the header of a column. */
const MAX_NAME_CHARS = 200;
const MONTH_DAYS = Array.from({ length: 28 }, (_, index) => index + 1);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const AGES = ['7d', '30d', '60d', '90d'];

export interface ListFieldsProps {
  readonly settings: ListSettings;
  onChange(settings: ListSettings): void;
}

/** The settings of a list as fields of a form. */
export function ListFields({ settings, onChange }: ListFieldsProps) {
  const { texts, formats } = useTools();
  const { every, fresh, hour, keyColumn, maxCredits, monthDay, name, timeZone, weekday } = settings;
  const set = (changed: Partial<ListSettings>) => onChange({ ...settings, ...changed });
  // One that was set by another program is kept.
  const ages = fresh === '' || AGES.includes(fresh) ? AGES : [...AGES, fresh];
  return (
    <>
      <Field label={texts.words.name} help={texts.lists.nameHelp}>
        {(attributes) => (
          <input
            type="text"
            required
            pattern=".*\S.*"
            dir="auto"
            maxLength={MAX_NAME_CHARS}
            value={name}
            {...attributes}
            onInput={({ currentTarget }) => set({ name: currentTarget.value })}
          />
        )}
      </Field>
      <label>
        {texts.lists.schedule}
        <select
          value={every}
          onChange={({ currentTarget: { value } }) =>
            set({ every: SCHEDULE_CHOICES.find((choice) => choice === value) ?? every })
          }
        >
          {SCHEDULE_CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {texts.lists.every[choice]}
            </option>
          ))}
        </select>
      </label>
      {every !== 'never' && (
        <div class="grid">
          {every === 'week' && (
            <label>
              {texts.lists.weekday}
              <select
                value={weekday}
                onChange={({ currentTarget: { value } }) =>
                  set({ weekday: WEEKDAYS.find((day) => day === value) ?? weekday })
                }
              >
                {WEEKDAYS.map((day) => (
                  <option key={day} value={day}>
                    {formats.weekday(day)}
                  </option>
                ))}
              </select>
            </label>
          )}
          {every === 'month' && (
            <label>
              {texts.lists.monthDay}
              <select
                value={String(monthDay)}
                onChange={({ currentTarget }) => set({ monthDay: Number(currentTarget.value) })}
              >
                {MONTH_DAYS.map((day) => (
                  <option key={day} value={String(day)}>
                    {formats.number(day)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <Field label={texts.lists.hour} help={texts.lists.zone(timeZone)}>
            {(attributes) => (
              <select
                value={String(hour)}
                {...attributes}
                onChange={({ currentTarget }) => set({ hour: Number(currentTarget.value) })}
              >
                {HOURS.map((one) => (
                  <option key={one} value={String(one)}>
                    {formats.hour(one)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      )}
      <Field label={texts.lists.fresh} help={texts.lists.freshHelp}>
        {(attributes) => (
          <select
            value={fresh}
            {...attributes}
            onChange={({ currentTarget }) => set({ fresh: currentTarget.value })}
          >
            <option value="">{texts.lists.freshNone}</option>
            {ages.map((age) => (
              <option key={age} value={age}>
                {texts.lists.freshWithin(formats.age(age))}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={texts.lists.maxCredits} help={texts.lists.maxCreditsHelp}>
        {(attributes) => (
          <input
            type="number"
            min="0"
            step="1"
            max={Number.MAX_SAFE_INTEGER}
            value={maxCredits}
            {...attributes}
            onInput={({ currentTarget }) => set({ maxCredits: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={texts.lists.keyColumn} help={texts.lists.keyColumnHelp}>
        {(attributes) => (
          <input
            type="text"
            dir="auto"
            maxLength={MAX_NAME_CHARS}
            value={keyColumn}
            {...attributes}
            onInput={({ currentTarget }) => set({ keyColumn: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
