// docs/troubleshooting.md against the lists in the code: each error code, each reason for which a task waits or has failed and each note
// of a task stands once in the tables of its section, with its cause and its cure.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const DOCUMENT = 'docs/troubleshooting.md';

const model = await import(pathToFileURL(join(root, 'libs/core/dist/model/index.js')));
const document = readFileSync(join(root, DOCUMENT), 'utf8');
const SECTIONS = [
  ['Error codes', model.ERROR_CODES],
  ['Why a task waits', model.WAITING_REASONS],
  ['Why a task has failed', model.FAILURE_REASONS],
  ['Notes of a task', model.NOTE_CODES],
];

const problems = SECTIONS.flatMap(([heading, codes]) => sectionProblems(heading, codes));
for (const problem of problems) console.error(`${DOCUMENT}: ${problem}`);
console.log(
  `${SECTIONS.reduce((count, [, codes]) => count + codes.length, 0)} codes, ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function sectionProblems(heading, codes) {
  const section = document.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) return [`there is no section "${heading}"`];
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) => codesOf(row));
  return [
    ...codes.flatMap((code) => {
      const count = listed.filter((one) => one === code).length;
      return count === 1 ? [] : [`"${heading}" has ${code} ${count} times`];
    }),
    ...listed.filter((code) => !codes.includes(code)).map((code) => `"${heading}": there is no ${code}`),
    ...rows
      .filter((row) => !saysAll(row))
      .map((row) => `"${heading}": ${codesOf(row).join(' and ')} lacks its cause or its cure`),
  ];
}

/** The codes in the first cell. */
function codesOf(row) {
  return [...cellsOf(row)[0].matchAll(/`(\w+)`/g)].map(([, code]) => code);
}

function saysAll(row) {
  const [, cause = '', cure = ''] = cellsOf(row);
  return cause !== '' && cure !== '';
}

function cellsOf(row) {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
