// Compiles every ```ts block of the READMEs against the built packages, so that no README shows what does not work.
//
// What follows `ts` on the line of the fence says more:
// - `ts run`: the block is also run, in an empty folder, and has to end with exit code 0 within 30 seconds;
// - `ts continued`: the block goes on where the one before it ended.
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

const root = resolve(join(import.meta.dirname, '../..'));
// Below node_modules, so that the snippets find the packages as a user's own file would.
const workplace = join(root, 'node_modules/.dialproof/readme-snippets');

rmSync(workplace, { recursive: true, force: true });
mkdirSync(join(workplace, 'src'), { recursive: true });
const snippets = readmes().flatMap(snippetsOf);
for (const snippet of snippets) writeFileSync(join(workplace, 'src', `${snippet.name}.ts`), snippet.source);
const compiled = compile();
const failed = compiled ? snippets.filter((snippet) => snippet.isRun && !runs(snippet)) : snippets;
console.log(
  `${snippets.length} snippets, ${snippets.filter((snippet) => snippet.isRun).length} of them to be run`,
);
if (compiled && failed.length === 0) rmSync(workplace, { recursive: true, force: true });
process.exitCode = failed.length === 0 ? 0 : 1;

function readmes() {
  const folders = ['libs', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
  );
  return [root, ...folders].map((folder) => join(folder, 'README.md')).filter((path) => existsSync(path));
}

function snippetsOf(readme) {
  const text = readFileSync(readme, 'utf8');
  const place = relative(root, readme);
  const found = [];
  for (const match of text.matchAll(/^```ts\b([^\n]*)\n([\s\S]*?)^```$/gm)) {
    const line = text.slice(0, match.index).split('\n').length;
    const words = match[1].trim().split(/\s+/);
    const before = words.includes('continued') ? found.pop() : undefined;
    found.push({
      name: before?.name ?? `${place.replace(/[/.]/g, '-')}-line-${line}`,
      source: `${before?.source ?? ''}// ${place}:${line}\n${match[2]}`,
      isRun: words.includes('run') || before?.isRun === true,
    });
  }
  return found;
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
        // A snippet without an import is a module too: it may await.
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
  const folder = mkdtempSync(join(workplace, 'run-'));
  const { status, stderr } = spawnSync(process.execPath, [join(workplace, 'dist', `${snippet.name}.js`)], {
    cwd: folder,
    timeout: 30_000,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`${snippet.name}: exit code ${status}\n${stderr}`);
  return status === 0;
}
