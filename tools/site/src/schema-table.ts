import type { WireSchema } from '@dialproof/http/wire';

/** The properties of a schema as the lines of a table; those of nested objects are named by their paths. */
export function schemaTable(schema: WireSchema): string[] {
  return ['| property | type | meaning |', '|---|---|---|', ...propertyRows(schema, '')];
}

function propertyRows(schema: WireSchema, prefix: string): string[] {
  const { properties = {}, required = [] } = schema as ObjectSchema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const mark = required.includes(name) ? '' : '?';
    const row = `| \`${path}\`${mark} | ${typeOf(property)} | ${meaningOf(property)} |`;
    const { inner, suffix } = innerOf(property);
    return [row, ...(inner === undefined ? [] : propertyRows(inner, `${path}${suffix}`))];
  });
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, WireSchema>>;
  readonly required?: readonly string[];
}

/** The object whose properties are listed below a property: its own, one that may be null, or that of a list's items. */
function innerOf(schema: WireSchema): { readonly inner: WireSchema | undefined; readonly suffix: string } {
  if ('properties' in schema) return { inner: schema, suffix: '.' };
  const items = schema['items'] as WireSchema | undefined;
  if (items !== undefined && 'properties' in items) return { inner: items, suffix: '[].' };
  return { inner: choicesOf(schema).find((choice) => 'properties' in choice), suffix: '.' };
}

/** A schema's type in a few words, with a link where it is one of the listed schemas. */
export function typeOf(schema: WireSchema): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices.map(typeOf).join(' or ');
  const values = schema['enum'];
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(', ');
  if ('const' in schema) return `\`${schema['const']}\``;
  const type = schema['type'];
  if ('propertyNames' in schema)
    return `${typeOf(valueSchemaOf(schema))} by ${typeOf(schema['propertyNames'] as WireSchema)}`;
  if (type === 'array') return `list of ${typeOf((schema['items'] ?? {}) as WireSchema)}`;
  const format = schema['format'];
  const name = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
  return typeof format === 'string' ? `${name} (${format})` : name;
}

/** The schema of each value of an object whose keys are a closed set. */
function valueSchemaOf(schema: WireSchema): WireSchema {
  return (schema['additionalProperties'] ?? {}) as WireSchema;
}

function choicesOf(schema: WireSchema): readonly WireSchema[] {
  return (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly WireSchema[];
}

function meaningOf(schema: WireSchema): string {
  return String(schema['description'] ?? '')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
}
