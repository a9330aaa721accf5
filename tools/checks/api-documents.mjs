// The documents of the HTTP API against the contract's table of routes: the list of operations is made from it (`--write` makes it anew),
// and every failure code stands in the row of its status.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [given] = process.argv.slice(2).filter((argument) => argument !== '--write');
const root = resolve(given ?? join(import.meta.dirname, '../..'));
const DOCUMENT = 'docs/http-api.md';
const [BEGIN, END] = [
  '<!-- operations: made by tools/checks/api-documents.mjs -->\n',
  '<!-- /operations -->',
];

const wire = await import(pathToFileURL(join(root, 'libs/http/dist/wire/index.js')));
const document = readFileSync(join(root, DOCUMENT), 'utf8');
const problems = [...operationProblems(), ...codeProblems()];
for (const problem of problems) console.error(`${DOCUMENT}: ${problem}`);
console.log(`${wire.OPERATION_NAMES.length} operations, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function operationProblems() {
  const [before, rest = ''] = document.split(BEGIN);
  const [listed, after] = rest.split(END);
  if (after === undefined) return [`there is no ${BEGIN.trim()} with ${END} behind it`];
  const right = `\n${operationTable()}\n`;
  if (listed === right) return [];
  if (!process.argv.includes('--write'))
    return ['the list of operations is not that of the table, run with --write'];
  writeFileSync(join(root, DOCUMENT), `${before}${BEGIN}${right}${END}${after}`);
  return [];
}

function operationTable() {
  const rows = wire.OPERATION_NAMES.map((name) => {
    const { method, path, access, summary, body, query, reply, emptyReplies = [] } = wire.OPERATIONS[name];
    const request = [bodyOf(body), queryOf(query), access === 'open' ? 'by anyone' : '']
      .filter(Boolean)
      .join('; ');
    const replies = [reply, ...emptyReplies]
      .map(({ status, description }) => `${status}: ${description}`)
      .join('; ');
    return `| \`${method} ${path}\` | ${summary} | ${request || 'nothing'} | ${replies} |`;
  });
  return ['| operation | | request | success |', '|---|---|---|---|', ...rows].join('\n');
}

function bodyOf(body) {
  if (body === undefined) return '';
  const fields = Object.keys(body.shape.shape);
  return body.mediaType === 'application/json'
    ? `JSON \`{${fields.join(', ')}}\``
    : 'a form with the file in the field `file`, and its settings before it';
}

function queryOf(query) {
  if (query === undefined) return '';
  return Object.keys(query.shape)
    .map((name) => `\`?${name}=\``)
    .join(' ');
}

function codeProblems() {
  const rows = document.split('\n').filter((line) => /^\| \d{3} \|/.test(line));
  const places = new Map(Object.keys(wire.ERROR_STATUS).map((code) => [code, []]));
  for (const row of rows) {
    for (const [, code] of row.matchAll(/`(\w+)`/g)) places.get(code)?.push(Number(row.slice(2, 5)));
  }
  return [...places]
    .filter(([code, statuses]) => statuses.join() !== String(wire.ERROR_STATUS[code]))
    .map(
      ([code, statuses]) => `${code} is ${wire.ERROR_STATUS[code]}, not ${statuses.join(' and ') || 'there'}`,
    );
}
