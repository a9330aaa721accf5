import type { OperationObject } from '@dialproof/http/wire';

const BASE = 'http://localhost:3000';

/** A command that calls an operation of the example server, with its example for a body. */
export function curlLine(method: string, path: string, { requestBody, security }: OperationObject): string {
  const url = `${BASE}${path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => `$${name.toUpperCase()}`)}`;
  const verb = method === 'GET' || (method === 'POST' && requestBody !== undefined) ? '' : `-X ${method} `;
  const authorization = security.length === 0 ? [] : ['-H "Authorization: Bearer $TOKEN"'];
  const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([mediaType, { example }]) =>
    mediaType === 'multipart/form-data'
      ? ['-F file=@people.csv']
      : [`-H 'Content-Type: ${mediaType}'`, `-d '${JSON.stringify(example)}'`],
  );
  return [`curl ${verb}${url}`, ...authorization, ...bodies].join(' \\\n  ');
}
