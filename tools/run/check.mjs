// `npm run check`: types, style, import directions, time and chance, snippets of READMEs and docs, the lock file, its versions in the table
// of mounts, the documents of the HTTP API, the operations of the client, the tables of vendors, the codes in the troubleshooting, and
// the links of all documents. All of them run, whichever fails. The site is built by `npm run docs`.
import { installMissing, requireNode, root, run, runTool } from './prepare.mjs';

const CHECKS = [
  ['types of the packages', () => runTool('typescript/bin/tsc', ['-b'])],
  ['bundles of the packages', () => run(process.execPath, ['tools/run/bundle.mjs'], { cwd: root })],
  ['types of the page', () => runTool('typescript/bin/tsc', ['-p', 'libs/dashboard/page'])],
  [
    'types of the tests',
    () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.tests.json', '--checkers', '2']),
  ],
  ['style', () => runTool('@biomejs/biome/bin/biome', ['check', '.'])],
  ['import directions', () => script('import-directions.mjs')],
  ['time and chance', () => script('time-and-chance.mjs')],
  ['snippets of READMEs and docs', () => script('readme-snippets.mjs')],
  ['lock file', () => script('lock-file.mjs')],
  ['versions in the table of mounts', () => script('mounts.mjs')],
  ['documents of the HTTP API', () => script('api-documents.mjs')],
  ['operations of the client', () => script('client-api.mjs')],
  ['tables of vendors', () => script('vendors.mjs')],
  ['codes in the troubleshooting', () => script('troubleshooting.mjs')],
  ['links of documents', () => script('document-links.mjs')],
];

function script(name) {
  return run(process.execPath, [`tools/checks/${name}`], { cwd: root });
}

async function check() {
  requireNode();
  await installMissing();
  const failed = [];
  for (const [name, start] of CHECKS) {
    console.log(`\n== ${name}`);
    const code = await start();
    console.log(code === 0 ? 'ok' : `failed: ${name}`);
    if (code !== 0) failed.push(name);
  }
  console.log(failed.length === 0 ? '\nAll checks are fine.' : `\nFailed: ${failed.join(', ')}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

check();
