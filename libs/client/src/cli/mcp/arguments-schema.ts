import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Tool } from './tool.js';

type Arguments = Readonly<Record<string, unknown>>;

/** The schema of a tool's arguments. Its refusals name the wrong argument and what it takes, which those of the library do not always. */
export function argumentsSchema(input: Tool['input']): StandardSchemaWithJSON<Arguments, Arguments> {
  const schema = fromJsonSchema<Arguments>({
    type: 'object',
    additionalProperties: false,
    ...input,
  });
  const { validate, ...standard } = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      validate(given: unknown) {
        const message = problemOf(Object(given), input);
        return message === undefined ? validate(given) : { issues: [{ message }] };
      },
    },
  };
}

function problemOf(given: object, { properties }: Tool['input']): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, name)) {
      const names = Object.keys(properties);
      return `there is no argument ${name}; ${names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`}`;
    }
    const property = Object(properties[name]);
    const words: readonly unknown[] | undefined = (property.items ?? property).enum;
    const wrong = words && [value].flat().find((word) => !words.includes(word));
    if (wrong !== undefined) return `${name} takes ${words?.join(', ')}, not ${JSON.stringify(wrong)}`;
  }
  return undefined;
}
