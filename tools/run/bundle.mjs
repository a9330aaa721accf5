// Bundles the sources of packages into dist, beside the declarations that tsc has written: those of the folders that are named, or of all
// libraries. A package that was bundled from the very same sources is left as it is.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIBS = fileURLToPath(new URL('../../libs', import.meta.url));

const named = process.argv.slice(2).map((folder) => resolve(folder));
for (const folder of named.length === 0 ? libFolders() : named) await bundle(folder);

function libFolders() {
  return readdirSync(LIBS)
    .map((name) => join(LIBS, name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

async function bundle(folder) {
  const [src, dist] = [join(folder, 'src'), join(folder, 'dist')];
  const sources = filesIn(src).filter((file) => !/\.(?:test|fixture)\.ts$/.test(file));
  const settings = [
    fileURLToPath(import.meta.url),
    join(folder, 'package.json'),
    join(folder, 'tsconfig.json'),
  ];
  const stamp = stampOf([...settings, ...sources], folder);
  const stampFile = join(dist, '.sources');
  // Its first line is the stamp, the others are the files that were written.
  const [before, ...files] = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split('\n') : [];
  if (before === stamp && files.every((file) => existsSync(join(dist, file)))) return;
  const { rolldown } = await import('rolldown');
  const bundled = await rolldown({
    input: entriesOf(folder, sources),
    external: (id, _importer, isResolved) => !isResolved && isElsewhere(id),
    platform: 'node',
    tsconfig: join(folder, 'tsconfig.json'),
    // No module does anything when it is loaded, but for programs, which are entries.
    treeshake: { moduleSideEffects: false },
    checks: { pluginTimings: false },
  });
  const { output } = await bundled.write({
    dir: dist,
    // Flat, since the programs of threads are found beside the module that starts them.
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
  });
  await bundled.close();
  const written = new Set(output.map(({ fileName }) => join(dist, fileName)));
  for (const file of filesIn(dist)) if (isCode(file, dist) && !written.has(file)) rmSync(file);
  writeFileSync(stampFile, [stamp, ...output.map(({ fileName }) => fileName)].join('\n'));
}

/** The sources of the entry points and programs in package.json, and of the programs of threads, by their names in dist. */
function entriesOf(folder, sources) {
  const { bin = {}, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const built = [...Object.values(exports).map((entry) => entry.default), ...Object.values(bin)];
  const named = built.filter(Boolean).map((path) => /^\.\/dist\/(.*)\.js$/.exec(path)[1]);
  const threads = sources.filter((file) => file.endsWith('-worker.ts'));
  return {
    ...Object.fromEntries(named.map((name) => [name, join(folder, 'src', `${name}.ts`)])),
    ...Object.fromEntries(threads.map((file) => [basename(file, '.ts'), file])),
  };
}

/** Whether a module is no file of the package, and no helper of the compiler, which becomes a part of it. */
function isElsewhere(id) {
  return !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@oxc-project/runtime');
}

/** Whether a file was bundled, and not made by another part of the build. */
function isCode(file, dist) {
  return /\.js(?:\.map)?$/.test(file) && !relative(dist, file).startsWith(`page${sep}`);
}

function stampOf(files, folder) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(folder, file)).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
