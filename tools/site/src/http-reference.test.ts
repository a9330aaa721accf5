import { OPERATION_NAMES, OPERATIONS, openApiDocument } from '@dialproof/http/wire';
import { describe, expect, it } from 'vitest';
import { httpReference } from './http-reference.js';

describe('httpReference', () => {
  const document = openApiDocument({ countsRequests: true });
  const text = httpReference(document);
  const headings = new Set([...text.matchAll(/^### (.+)$/gm)].map(([, name = '']) => name.toLowerCase()));

  it.each([...OPERATION_NAMES])('shows %s with its path and the codes of its errors', (name) => {
    const { errors, method, path, summary } = OPERATIONS[name];
    const section = text.split(`### ${summary}\n`)[1]?.split('\n### ')[0] ?? '';
    expect(section).toContain(`>${method}</span> \`${path}\``);
    for (const code of errors) expect(section).toContain(`\`${code}\``);
  });

  it('shows a command for each operation', () => {
    expect(text.match(/^curl /gm)).toHaveLength(OPERATION_NAMES.length);
    expect(text).toContain(
      [
        'curl http://localhost:3000/v1/verify/batch \\',
        '  -H "Authorization: Bearer $TOKEN" \\',
        '  -F file=@people.csv',
      ].join('\n'),
    );
    expect(text).toContain('curl -X DELETE http://localhost:3000/v1/verify/tasks/$TASK_ID \\');
  });

  it('links to schemas that are on the page', () => {
    const targets = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
    expect(targets).not.toEqual([]);
    expect(targets.filter((target) => !headings.has(target ?? ''))).toEqual([]);
  });

  it('lists the properties of nested objects by their paths', () => {
    expect(text).toContain('| `credits.held` | integer |');
    expect(text).toContain('| `columns[].samples` | list of string |');
  });

  it('shows an object with a closed set of keys by its values and keys', () => {
    expect(text).toContain('| `summary` | integer by `wa_registered`, `telegram_registered`, `dead`');
  });
});
