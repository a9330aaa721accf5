// Compiles every ```ts block of the READMEs, of docs/ and of the first page of the site against the built packages, so that none shows what
// does not work.
//
// What follows `ts` on the line of the fence says more:
// - `ts run`: the block is also run, in an empty folder, and has to end with exit code 0 within two minutes; if it has tests of node:test,
// at least one has to pass and none may fail;
// - `ts continued`: the block goes on where the one before it ended;
// - `ts [Express]`: the name of a tab on the site.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The words that a fence may have. */
const WORDS = ['', 'run', 'continued'];

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const snippets = documents().flatMap(snippetsOf);
// Below node_modules, so that the snippets find the packages as a user's own file would; each run in a folder of its own.
mkdirSync(join(root, 'node_modules/.dialproof'), { recursive: true });
const workplace = mkdtempSync(join(root, 'node_modules/.dialproof/snippets-'));

mkdirSync(join(workplace, 'src'));
for (const snippet of snippets) writeFileSync(join(workplace, 'src', `${snippet.name}.ts`), snippet.source);
const compiled = compile();
const failed = compiled ? snippets.filter((snippet) => snippet.isRun && !runs(snippet)) : snippets;
console.log(
  `${snippets.length} snippets, ${snippets.filter((snippet) => snippet.isRun).length} of them to be run`,
);
rmSync(workplace, { recursive: true, force: true });
process.exitCode = failed.length === 0 ? 0 : 1;

function documents() {
  const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const home = join(root, 'tools/site/home.md');
  return [
    ...readmes(),
    ...guides.map((name) => join(root, 'docs', name)),
    ...(existsSync(home) ? [home] : []),
  ];
}

function readmes() {
  const folders = ['libs', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
  );
  return [root, ...folders].map((folder) => join(folder, 'README.md')).filter((path) => existsSync(path));
}

function snippetsOf(document) {
  const text = readFileSync(document, 'utf8');
  const place = relative(root, document);
  const blocks = [...text.matchAll(/^```ts\b([^\n]*)\n([\s\S]*?)^```$/gm)];
  assertSeen(text, place, blocks);
  const found = [];
  for (const match of blocks) {
    const line = lineOf(text, match.index);
    const words = match[1]
      .replace(/\[[^\]]*\]/, '')
      .trim()
      .split(/\s+/);
    const unknown = words.filter((word) => !WORDS.includes(word));
    // Otherwise a mistyped word would silently exclude a snippet.
    if (unknown.length > 0) throw new Error(`${place}, line ${line}: the fence says ${unknown.join(' ')}`);
    const before = words.includes('continued') ? found.pop() : undefined;
    const source = before?.source ?? '';
    found.push({
      name: before?.name ?? `${place.replace(/[/.]/g, '-')}-line-${line}`,
      // Every line has the number that it has in the document: messages of the compiler and stack traces tell where to look.
      source: source + '\n'.repeat(line + 1 - source.split('\n').length) + match[2],
      isRun: words.includes('run') || before?.isRun === true,
    });
  }
  return found;
}

/** Throws if a fence was not recognised as a block: it would silently be left out. */
function assertSeen(text, place, blocks) {
  for (const { 0: fence, index } of text.matchAll(
    /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:[cm]?tsx?|typescript)\b.*$/gim,
  )) {
    if (blocks.some((block) => block.index === index)) continue;
    const wrong = /^```ts\b/.test(fence)
      ? 'has no end'
      : `has to be \`\`\`ts at the beginning of its line, not ${fence}`;
    throw new Error(`${place}, line ${lineOf(text, index)}: the fence ${wrong}`);
  }
}

function lineOf(text, index) {
  return text.slice(0, index).split('\n').length;
}

function compile() {
  if (snippets.length === 0) return true;
  writeFileSync(join(workplace, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(
    join(workplace, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        rootDir: 'src',
        outDir: 'dist',
        composite: false,
        declaration: false,
        declarationMap: false,
        noUnusedLocals: false,
        // As every application of Nest has them.
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        // A snippet without imports is a module too, so that it may use `await`.
        moduleDetection: 'force',
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['src'],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return (
    spawnSync(process.execPath, [tsc, '-p', workplace], { stdio: ['ignore', 'inherit', 'inherit'] })
      .status === 0
  );
}

function runs(snippet) {
  const script = join(workplace, 'dist', `${snippet.name}.js`);
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--enable-source-maps', '--test-reporter=tap', script],
    {
      cwd: mkdtempSync(join(workplace, 'run-')),
      // Otherwise the tests of a snippet would count as tests of the process that runs this check.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      timeout: 120_000,
      encoding: 'utf8',
    },
  );
  const hasTests = /['"]node:test['"]/.test(snippet.source);
  if (status === 0 && (!hasTests || /^# pass [1-9]/m.test(stdout))) return true;
  const how = status === 0 ? 'none of its tests has run' : `exit code ${status ?? signal}`;
  console.error(`${snippet.name}: ${how}\n${stdout}${stderr}`);
  return false;
}
