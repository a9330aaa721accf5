import type { OpenApiDocument, OperationObject, WireSchema } from '@dialproof/http/wire';
import { schemaTable, typeOf } from './schema-table.js';

/** The reference of the HTTP API in Markdown: every operation below its tag, then every schema. */
export function httpReference(document: OpenApiDocument): string {
  const { tags, paths, components } = document as unknown as DescribedApi;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return [
    '# HTTP reference',
    '',
    'This page is made from the OpenAPI document of `GET /v1/openapi.json`. [The HTTP API](../http-api.md) explains the operations.',
    ...tags.flatMap(({ name, description }) => [
      '',
      `## ${description}`,
      ...operations.filter(({ operation }) => operation.tags.includes(name)).flatMap(operationLines),
    ]),
    '',
    '## Schemas',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => [
      '',
      `### ${name}`,
      '',
      ...schemaTable(schema),
    ]),
    '',
  ].join('\n');
}

interface DescribedApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, WireSchema>> };
}

interface DescribedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

function operationLines({ path, method, operation }: DescribedOperation): string[] {
  const { summary, description, parameters, requestBody, responses, security } = operation;
  return [
    '',
    `### ${summary}`,
    '',
    // An inline element in a paragraph: the colours of methods are the theme's.
    `<span class="method ${method.toLowerCase()}">${method}</span> \`${path}\``,
    '',
    [security.length === 0 ? 'Open to anyone.' : 'Needs `Authorization: Bearer <token>`.', description ?? '']
      .join(' ')
      .trim(),
    '',
    '```sh',
    curlLine(method, path, operation),
    '```',
    ...parameterLines(parameters),
    ...(requestBody === undefined ? [] : Object.entries(requestBody.content).flatMap(bodyLines)),
    ...responseLines(responses),
  ];
}

function parameterLines(parameters: OperationObject['parameters']): string[] {
  if (parameters.length === 0) return [];
  return [
    '',
    '| parameter | in | type | meaning |',
    '|---|---|---|---|',
    ...parameters.map(
      ({ name, in: place, schema, description, required }) =>
        `| \`${name}\`${required ? '' : '?'} | ${place} | ${typeOf(schema)} | ${cell(description)} |`,
    ),
  ];
}

function bodyLines([mediaType, { schema, example }]: [
  string,
  { readonly schema?: WireSchema; readonly example?: unknown },
]): string[] {
  return [
    '',
    `**Body**, \`${mediaType}\`${schema !== undefined && '$ref' in schema ? `: ${typeOf(schema)}` : ''}`,
    ...(schema === undefined || '$ref' in schema ? [] : ['', ...schemaTable(schema)]),
    ...exampleLines(example),
  ];
}

function responseLines(responses: OperationObject['responses']): string[] {
  const rows = Object.entries(responses).map(([status, { description, content, headers }]) => {
    const bodies = Object.entries(content ?? {}).map(([mediaType, { schema }]) =>
      schema !== undefined && '$ref' in schema ? typeOf(schema) : `\`${mediaType}\``,
    );
    const isError = Number(status) >= 400;
    const meaning = isError
      ? description
          .split(', ')
          .map((code) => `\`${code}\``)
          .join(', ')
      : cell(description);
    return `| ${status} | ${meaning} | ${bodies.join(', ')} | ${Object.keys(headers ?? {})
      .map((name) => `\`${name}\``)
      .join(', ')} |`;
  });
  const examples = Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([, { content }]) => exampleLines(content?.['application/json']?.example));
  return ['', '| status | meaning | body | headers |', '|---|---|---|---|', ...rows, ...examples];
}

function exampleLines(example: unknown): string[] {
  return example === undefined ? [] : ['', '```json', JSON.stringify(example, null, 2), '```'];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

const BASE = 'http://localhost:3000';

/** A command that calls an operation of the example server, with its example for a body. */
function curlLine(method: string, path: string, { requestBody, security }: OperationObject): string {
  const url = `${BASE}${path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => `$${name.toUpperCase()}`)}`;
  const verb = method === 'GET' || (method === 'POST' && requestBody !== undefined) ? '' : `-X ${method} `;
  const authorization = security.length === 0 ? [] : ['-H "Authorization: Bearer $TOKEN"'];
  // The first of several bodies.
  const bodies = Object.entries(requestBody?.content ?? {})
    .slice(0, 1)
    .flatMap(([mediaType, { example }]) =>
      mediaType === 'multipart/form-data'
        ? ['-F file=@people.csv']
        : [`-H 'Content-Type: ${mediaType}'`, `-d '${JSON.stringify(example)}'`],
    );
  return [`curl ${verb}${url}`, ...authorization, ...bodies].join(' \\\n  ');
}
