// The badges at the top of README.md against package.json and tsconfig.base.json (`--write` makes their pictures in docs/badges anew). They
// say nothing that only a host could know, such as the state of a build or a published version.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [given] = process.argv.slice(2).filter((argument) => argument !== '--write');
const isWriting = process.argv.includes('--write');
const root = resolve(given ?? join(import.meta.dirname, '../..'));
const FOLDER = 'docs/badges';

const { engines, license } = readJson('package.json');
const { compilerOptions } = readJson('tsconfig.base.json');
const badges = [
  { name: 'node', label: 'Node.js', value: engines.node },
  { name: 'typescript', label: 'TypeScript', value: compilerOptions.strict ? 'strict' : 'not strict' },
  { name: 'licence', label: 'licence', value: license },
];

if (isWriting) mkdirSync(join(root, FOLDER), { recursive: true });
const problems = [...badges.flatMap(badgeProblems), ...packageProblems()];
for (const problem of problems) console.error(problem);
console.log(`${badges.length} badges, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function badgeProblems(badge) {
  const path = `${FOLDER}/${badge.name}.svg`;
  if (isWriting) writeFileSync(join(root, path), picture(badge));
  const image = `![${badge.label}: ${badge.value}](${path})`;
  return [
    ...(textOf(path) === picture(badge) ? [] : [`${path} is out of date, run with --write`]),
    ...(textOf('README.md').includes(image) ? [] : [`README.md lacks ${image}`]),
  ];
}

/** A badge speaks for every package. */
function packageProblems() {
  return readdirSync(join(root, 'libs')).flatMap((lib) => {
    const manifest = readJson(`libs/${lib}/package.json`);
    return [
      ...(manifest.engines.node === engines.node
        ? []
        : [`libs/${lib} runs on Node ${manifest.engines.node}`]),
      ...(manifest.license === license ? [] : [`libs/${lib} has the licence ${manifest.license}`]),
    ];
  });
}

function picture({ label, value }) {
  // Each letter of a monospaced font of 11 pixels is about 6.6 wide; `textLength` fits other fonts into it.
  const [left, right] = [label, value].map((text) => Math.round(text.length * 6.6));
  const [edge, width] = [left + 12, left + right + 24];
  const escaped = (content) => content.replaceAll('&', '&amp;').replaceAll('>', '&gt;');
  const text = (x, length, content) =>
    `<text x="${x}" y="14" textLength="${length}">${escaped(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20">`,
    `  <title>${escaped(`${label}: ${value}`)}</title>`,
    `  <clipPath id="round"><rect width="${width}" height="20" rx="4"/></clipPath>`,
    `  <g clip-path="url(#round)"><path fill="#3d4852" d="M0 0h${edge}v20H0z"/><path fill="#0b6a8f" d="M${edge} 0h${right + 12}v20H${edge}z"/></g>`,
    '  <g fill="#fff" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="11">',
    `    ${text(6, left, label)}${text(edge + 6, right, value)}`,
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** The text of a file, empty if it is not there. */
function textOf(path) {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return '';
  }
}
