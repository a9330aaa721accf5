// The vendors that are described, and the findings that each of them gives by its recorded replies, as the tables in docs/vendors.md
// (`--write` makes them anew).
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [given] = process.argv.slice(2).filter((argument) => argument !== '--write');
const root = resolve(given ?? join(import.meta.dirname, '../..'));
const DOCUMENT = 'docs/vendors.md';
const [BEGIN, END] = ['<!-- vendors: made by tools/checks/vendors.mjs -->\n', '<!-- /vendors -->'];
const FOLDER = 'libs/checkers/src/vendors';
const FINDINGS = ['line_live', 'line_absent', 'line_dead', 'line_unclear'];

const { VENDOR_NAMES, VENDORS } = await import(
  pathToFileURL(join(root, 'libs/checkers/dist/vendors/index.js'))
);
const problems = tableProblems();
for (const problem of problems) console.error(`${DOCUMENT}: ${problem}`);
console.log(`${VENDOR_NAMES.length} vendors, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function tableProblems() {
  const document = readFileSync(join(root, DOCUMENT), 'utf8');
  const [before, rest = ''] = document.split(BEGIN);
  const [listed, after] = rest.split(END);
  if (after === undefined) return [`there is no ${BEGIN.trim()} with ${END} behind it`];
  const right = `\n${table('findings', findingsOf)}\n\n${table('facts', factsOf)}\n\n`;
  if (listed === right) return [];
  if (!process.argv.includes('--write'))
    return ['the tables of vendors are not those of the files, run with --write'];
  writeFileSync(join(root, DOCUMENT), `${before}${BEGIN}${right}${END}${after}`);
  return [];
}

function table(kind, cellsOf) {
  const heads = {
    findings: ['checker', 'in service', 'cannot be reached', 'does not exist', 'cannot tell'],
    facts: ['checker', 'knows', 'does not know', 'price', 'limits', 'trying it'],
  };
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const rows = VENDOR_NAMES.map((name) => row([`\`${name}\``, ...cellsOf(name)]));
  return [row(heads[kind]), row(heads[kind].map(() => '---')), ...rows].join('\n');
}

/** The vendor's own words for each finding. */
function findingsOf(name) {
  const file = join(root, FOLDER, 'replies', `${name}.json`);
  const { replies } = JSON.parse(readFileSync(file, 'utf8'));
  return FINDINGS.map((finding) =>
    replies.filter(({ gives }) => gives === finding).map(({ reply }) => reply),
  ).map((said) => said.join(', ') || 'never');
}

function factsOf(name) {
  const { cannotKnow, documents, knows, limits, price, sandbox, title } = VENDORS[name];
  const facts = [`[${title}](${documents.answer}): ${knows}`, cannotKnow, price, limits, sandbox];
  // An empty cell is shorter than `none`.
  return facts.map((fact) => fact.replace(/^(Not|No sandbox)\b[^.]* on these pages[^.]*\. ?/, ''));
}
