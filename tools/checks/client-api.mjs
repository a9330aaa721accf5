// The operations and types of the API in the client, made from the contract's operations (`--write` makes them anew). The client imports
// nothing of the contract, so that it runs without it, in a browser too.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const root = resolve(
  process.argv.slice(2).find((argument) => argument !== '--write') ?? join(import.meta.dirname, '../..'),
);
const TYPES = 'libs/client/src/api/api.ts';
const OPERATIONS = 'libs/client/src/api/operations.ts';

const OPERATION = `/** An operation of the API, with the JSON that it answers. */
export interface ApiOperation<Reply = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the mount. The segment in braces is the id of an item. */
  readonly path: string;
  /** Whether anyone may ask, so that no token is sent. */
  readonly isOpen?: boolean;
  /** A POST that changes something: it has a key, the caller's own or a new one. */
  readonly takesKey?: boolean;
  /** A POST that changes nothing and may be repeated. */
  readonly isReadOnly?: boolean;
  /** The refusal of a repeated delete if the first one was done and its reply lost. */
  readonly goneCode?: string;
  /** For the compiler alone. */
  readonly reply?: Reply;
}

function operation<Reply>(
  method: ApiOperation['method'],
  path: string,
  facts: Omit<ApiOperation<Reply>, 'method' | 'path'> = {},
): ApiOperation<Reply> {
  return { method, path, ...facts };
}`;

const REPLIES = `/** The JSON that each of them answers. */
export type Replies = {
  readonly [Name in keyof typeof OPERATIONS]: (typeof OPERATIONS)[Name] extends ApiOperation<infer Reply>
    ? Reply
    : never;
};`;

const wire = await import(pathToFileURL(join(root, 'libs/http/dist/wire/index.js')));
for (const [file, parts] of [
  [TYPES, types()],
  [OPERATIONS, ["import type * as Api from './api.js';", OPERATION, operations(), REPLIES]],
]) {
  const written = formatted(file, `${[header(), ...parts].join('\n\n')}\n`);
  if (process.argv.includes('--write')) writeFileSync(join(root, file), written);
  else if (readFileSync(join(root, file), 'utf8') !== written) {
    console.error(`${file}: it is not the API of libs/http, run tools/checks/client-api.mjs with --write`);
    process.exitCode = 1;
  }
}

function header() {
  return '// Made by tools/checks/client-api.mjs from the operations of @dialproof/http: change those. A newer server may have more codes and\n// values than these.';
}

function types() {
  // By name: the order in which they were declared is that of modules.
  const shapes = wire
    .components()
    .filter(([, name]) => name !== 'Error')
    .sort(([, one], [, other]) => (one < other ? -1 : 1));
  return [
    constant('ErrorCode', Object.keys(wire.ERROR_STATUS), 'The codes that a server refuses requests with.'),
    ...shapes.map(([shape, name]) => declaration(name, shape)),
  ];
}

function declaration(name, shape) {
  const schema = schemaOf(shape);
  const { description } = schema;
  if (schema.enum !== undefined) return constant(name, schema.enum, description);
  if (schema.properties === undefined)
    return `${comment(description)}export type ${name} = ${typeOf(schema)};`;
  const members = membersOf(schema, name.endsWith('Query'));
  const base = wire.componentBase(shape);
  const shared = base === undefined ? new Map() : membersOf(schemaOf(base));
  const own = [...members].flatMap(([member, text]) => (shared.get(member) === text ? [] : [text]));
  const from = base === undefined ? '' : baseType(base, members, shared);
  if (own.length === 0) return `${comment(description)}export type ${name} = ${from};`;
  return `${comment(description)}export interface ${name}${from && ` extends ${from}`} {\n${own.join('\n')}\n}`;
}

function baseType(base, members, shared) {
  const omitted = [...shared.keys()].filter((member) => !members.has(member)).map((member) => `'${member}'`);
  const name = wire.componentName(base);
  return omitted.length === 0 ? name : `Omit<${name}, ${omitted.join(' | ')}>`;
}

function constant(name, values, description) {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const plural = words.endsWith('STATUS') ? `${words}ES` : words.replace(/S?$/, 'S');
  const list = values.map((value) => `'${value}'`).join(', ');
  return `export const ${plural} = [${list}] as const;\n\n${comment(description)}export type ${name} = (typeof ${plural})[number];`;
}

/** A schema of JSON, in which every other shape with a name is a reference. */
function schemaOf(shape) {
  return z.toJSONSchema(shape, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      const name = wire.componentName(zodSchema);
      if (name === undefined || zodSchema === shape) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      jsonSchema.$ref = name;
    },
  });
}

/** The declarations of an object's members, by name. */
function membersOf({ properties, required = [] }, isQuery = false) {
  return new Map(
    Object.entries(properties)
      // The client adds the parameters of pages itself.
      .filter(([name]) => !(isQuery && name === 'cursor'))
      .map(([name, schema]) => {
        const isRequired = required.includes(name);
        const type = isRequired ? typeOf(schema) : `${typeOf(schema)} | undefined`;
        return [name, `${comment(textOf(schema))}readonly ${name}${isRequired ? '' : '?'}: ${type};`];
      }),
  );
}

function textOf({ description, default: byDefault }) {
  const said = byDefault === undefined || byDefault === null ? undefined : `Default ${byDefault}.`;
  if (description === undefined) return said;
  const sentence = description.endsWith('.') ? description : `${description}.`;
  return said === undefined ? sentence : `${sentence} ${said}`;
}

function typeOf(schema) {
  if (schema.$ref !== undefined) return schema.$ref;
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.const !== undefined) return `'${schema.const}'`;
  if (schema.enum !== undefined) return schema.enum.map((value) => `'${value}'`).join(' | ');
  switch (schema.type) {
    case 'array': {
      const item = typeOf(schema.items);
      return `readonly ${item.includes(' | ') ? `(${item})` : item}[]`;
    }
    case 'object':
      if (schema.properties !== undefined) return `{\n${[...membersOf(schema).values()].join('\n')}\n}`;
      return `Readonly<Record<${schema.propertyNames?.$ref ?? 'string'}, ${typeOf(schema.additionalProperties)}>>`;
    case 'integer':
      return 'number';
    case 'null':
    case 'boolean':
    case 'string':
      return schema.type;
    default:
      throw new TypeError(`no type for ${JSON.stringify(schema)}`);
  }
}

function operations() {
  const rows = Object.entries(wire.OPERATIONS).map(
    ([name, { method, path, access, takesKey, isReadOnly, errors, reply }]) => {
      const gone = method === 'DELETE' ? errors.find((code) => code.endsWith('_not_found')) : undefined;
      const facts = [
        ...(access === 'open' ? ['isOpen: true'] : []),
        ...(takesKey ? ['takesKey: true'] : []),
        ...(isReadOnly ? ['isReadOnly: true'] : []),
        ...(gone === undefined ? [] : [`goneCode: '${gone}'`]),
      ];
      const shape = 'shape' in reply ? `Api.${wire.componentName(reply.shape)}` : undefined;
      const type = shape ?? (reply.kind === 'empty' ? 'undefined' : 'unknown');
      const more = facts.length === 0 ? '' : `, { ${facts.join(', ')} }`;
      return `  ${name}: operation<${type}>('${method}', '${path}'${more}),`;
    },
  );
  return `export const OPERATIONS = {\n${rows.join('\n')}\n} as const;`;
}

function comment(text) {
  if (text === undefined) return '';
  const lines = text.split('\n');
  return lines.length === 1
    ? `/** ${text} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;
}

function formatted(file, text) {
  const biome = createRequire(join(import.meta.dirname, '../../package.json')).resolve(
    '@biomejs/biome/bin/biome',
  );
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${file}`], {
    cwd: join(import.meta.dirname, '../..'),
    input: text,
    encoding: 'utf8',
  });
}
