// The packages of the workspace and what each of their sources imports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const FOLDERS = ['libs', 'examples', 'tools'];
const SOURCE = /\.[cm]?[jt]sx?$/;

/** Every folder of the workspace that has a package.json and sources to compile, with its parsed manifest and compiler settings. */
export function packagesIn(root) {
  return FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter(
      (path) => existsSync(join(root, path, 'package.json')) && existsSync(join(root, path, 'tsconfig.json')),
    )
    .map((path) => ({
      path,
      name: basename(path),
      manifest: json(join(root, path, 'package.json')),
      references: json(join(root, path, 'tsconfig.json')).references ?? [],
      files: [...sourcesIn(root, path, 'src'), ...sourcesIn(root, path, 'page')],
    }));
}

function json(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function sourcesIn(root, path, name) {
  const folder = join(root, path, name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((file) => ({
      path: relative(root, file),
      // Fixtures are left out of the build as tests are.
      isTest: /\.(test|fixture)\.\w+$/.test(file),
      // What a page imports is packed into it when it is built: whoever installs the package needs none of it.
      isBundled: name === 'page',
      ...specifiersIn(readFileSync(file, 'utf8')),
    }));
}

// Only at the beginning of a line: examples in comments do not count.
const STATIC = /^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\b(?:import|require(?:\.resolve)?)\(\s*['"]([^'"]+)['"]/g;

/** Imports of types alone, which compile to nothing. */
const OF_TYPES = /^(?:import|export)\s+type\b/;

/** The module specifiers that a source names, and those of them that are loaded as soon as it is. */
function specifiersIn(source) {
  const statics = [...source.matchAll(STATIC)];
  return {
    imports: [...statics, ...source.matchAll(DYNAMIC)].map((match) => match[1]),
    loads: statics.filter(([statement]) => !OF_TYPES.test(statement)).map((match) => match[1]),
  };
}

/** The package a bare specifier belongs to, without a path inside it. */
export function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
