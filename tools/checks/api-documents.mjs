// The documents of the HTTP API against the contract's table of routes: the list of operations and the list of failure codes are made
// from it (`--write` makes them anew).
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [given] = process.argv.slice(2).filter((argument) => argument !== '--write');
const root = resolve(given ?? join(import.meta.dirname, '../..'));
const DOCUMENT = 'docs/http-api.md';
const LISTS = [
  ['operations', operationTable],
  ['codes', codeTable],
];

const wire = await import(pathToFileURL(join(root, 'libs/http/dist/wire/index.js')));
const path = join(root, DOCUMENT);
let document = readFileSync(path, 'utf8');
const problems = LISTS.flatMap(([name, table]) => listProblems(name, table()));
if (process.argv.includes('--write')) writeFileSync(path, document);
for (const problem of problems) console.error(`${DOCUMENT}: ${problem}`);
console.log(`${wire.OPERATION_NAMES.length} operations, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Compares the list between its marks with the table, or puts the table there. */
function listProblems(name, table) {
  const [begin, end] = [`<!-- ${name}: made by tools/checks/api-documents.mjs -->\n`, `<!-- /${name} -->`];
  const [before, rest = ''] = document.split(begin);
  const [listed, after] = rest.split(end);
  if (after === undefined) return [`there is no ${begin.trim()} with ${end} behind it`];
  const right = `\n${table}\n`;
  if (listed === right) return [];
  document = `${before}${begin}${right}${end}${after}`;
  return process.argv.includes('--write')
    ? []
    : [`the list of ${name} is not that of the code, run with --write`];
}

function operationTable() {
  const rows = wire.OPERATION_NAMES.map((name) => {
    const {
      method,
      path,
      access,
      summary,
      body,
      form,
      query,
      reply,
      emptyReplies = [],
    } = wire.OPERATIONS[name];
    const request = [bodyOf(body, form), queryOf(query, body), access === 'open' ? 'by anyone' : '']
      .filter(Boolean)
      .join('; ');
    const statuses = [reply, ...emptyReplies].map(({ status }) => status).join(', ');
    return `| \`${method} ${path}\` | ${summary} | ${request} | ${statuses} |`;
  });
  return ['| operation | does | request | success |', '|---|---|---|---|', ...rows].join('\n');
}

function bodyOf(body, form) {
  const json =
    body?.mediaType === 'application/json' ? [`JSON \`{${Object.keys(body.shape.shape).join(', ')}}\``] : [];
  const isForm = form !== undefined || body?.mediaType === 'multipart/form-data';
  const none = body === undefined && form !== undefined ? ['nothing'] : [];
  return [...none, ...json, ...(isForm ? ['[a form](#settings-of-an-upload)'] : [])].join(', or ');
}

/** The parameters; the settings of a form may come as such too, and are listed once, with the form. */
function queryOf(query, body) {
  if (query === undefined || body !== undefined) return '';
  return Object.keys(query.shape)
    .map((name) => `\`?${name}=\``)
    .join(' ');
}

function codeTable() {
  const byStatus = new Map();
  for (const [code, status] of Object.entries(wire.ERROR_STATUS))
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\``]);
  const rows = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => `| ${status} | ${codes.join(', ')} |`);
  return ['| status | codes |', '|---|---|', ...rows].join('\n');
}
