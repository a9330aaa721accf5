import type { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What a value must be by its JSON schema, in words that follow `must be`. */
export function expectedValue(schema: JsonSchema): string {
  const { type, enum: allowed, format, minimum, maximum, minLength, maxLength } = schema;
  if (allowed !== undefined) return `one of ${allowed.join(', ')}`;
  if (format === 'date-time') return 'a time in UTC, such as 2026-01-02T03:04:05Z';
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
        ? `a whole number from ${minimum}`
        : `a whole number from ${minimum} to ${maximum}`;
    case 'array':
      return `a list with at least one of ${allowedItems(schema)}`;
    default:
      return maxLength === undefined ? 'text' : `text of ${minLength ?? 0} to ${maxLength} characters`;
  }
}

/** What the items of a list may be. */
export function allowedItems({ items }: JsonSchema): string {
  return Object(items).enum.join(', ');
}
