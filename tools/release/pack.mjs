// Packs every package of libs/ as it is published: built, with its declarations bundled, with the repository and the author of the root's
// package.json, and with a README whose links lead to that repository.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The fields that only the workspace needs. */
const LEFT_OUT = ['devDependencies', 'scripts'];

if (process.argv[1] === fileURLToPath(import.meta.url)) await packAll();

async function packAll() {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, repository: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help || values.to === undefined) {
    console.log('node tools/release/pack.mjs --to FOLDER [--repository https://github.com/OWNER/dialproof]');
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const { author, repository, version } = readJson(join(root, 'package.json'));
  const source = { author, repository: values.repository ?? repository, version };
  if (source.repository.includes('OWNER'))
    console.error(`These packages name ${source.repository}: not to be published.`);
  const target = resolve(values.to);
  mkdirSync(target, { recursive: true });
  const libs = readdirSync(join(root, 'libs')).filter((lib) =>
    existsSync(join(root, 'libs', lib, 'package.json')),
  );
  const staging = mkdtempSync(join(tmpdir(), 'dialproof-pack-'));
  try {
    for (const lib of libs) await stage(lib, join(staging, lib), source);
    npm(
      ['pack', '--ignore-scripts', '--pack-destination', target, ...libs.map((lib) => `./${lib}`)],
      staging,
    );
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** Copies the files of a package that npm would pack, bundles its declarations, and completes its manifest and its README. */
async function stage(lib, folder, source) {
  const from = join(root, 'libs', lib);
  npm(['run', 'prepack'], from);
  const [{ files }] = JSON.parse(npm(['pack', '--dry-run', '--json', '--ignore-scripts'], from));
  for (const { path } of files.filter(({ path }) => !path.endsWith('.d.ts')))
    cpSync(join(from, path), join(folder, path));
  await bundleDeclarations(from, folder);
  const manifest = publishedManifest(readJson(join(folder, 'package.json')), lib, source);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), withAbsoluteLinks(readme, `libs/${lib}`, source));
}

/**
 * Writes one declaration for each entry point, and chunks of what several of them share. The compiler writes one for each source: those of
 * http, core, sql, checkers and express were 499 files, of which each editor and compiler reads nearly all.
 */
async function bundleDeclarations(from, folder) {
  const types = Object.values(readJson(join(from, 'package.json')).exports).flatMap(
    ({ types }) => types ?? [],
  );
  const bundled = await rolldown({
    input: Object.fromEntries(
      types.map((path) => [relative('dist', path).replace(/\.ts$/, ''), join(from, path)]),
    ),
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    // The compiler has written the declarations, so the generator is never asked.
    plugins: [dts({ dtsInput: true, oxc: true, tsconfig: false })],
  });
  await bundled.write({
    dir: join(folder, 'dist'),
    chunkFileNames: '[name].ts',
    // No chunk for all that is shared: an entry point would name the optional peers of another one.
    minifyInternalExports: false,
  });
  await bundled.close();
}

/** The manifest of a package for its users. */
export function publishedManifest(manifest, lib, { author, repository, version }) {
  const kept = Object.entries(manifest).filter(([name]) => !LEFT_OUT.includes(name));
  const directory = `libs/${lib}`;
  return {
    ...Object.fromEntries(kept),
    author,
    homepage: `${repository}/tree/v${version}/${directory}#readme`,
    repository: { type: 'git', url: `git+${repository}.git`, directory },
    bugs: `${repository}/issues`,
    publishConfig: { access: 'public', provenance: true },
  };
}

/** A document of a folder whose links work away from it: they lead to the same version in the repository. */
export function withAbsoluteLinks(text, folder, { repository, version }) {
  const at = (kind, target) => `${repository}/${kind}/v${version}/${posix.join(folder, target)}`;
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((block, index) =>
      // The parts with odd indexes are code.
      index % 2 === 0
        ? block
            .replace(
              /(!\[[^\]]*\]\()(?![a-z]+:)([^)\s]+)\)/g,
              (_link, begin, target) => `${begin}${at('raw', target)})`,
            )
            // The text before may be on the line above.
            .replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_link, target) => `](${at('blob', target)})`)
        : block,
    )
    .join('');
}

function npm(args, cwd) {
  return execFileSync('npm', [...args, '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
