import { posix } from 'node:path';
import { moduleReferences, packageOf } from './module-references.js';
import { type Manifest, neededPeers, optionalPeers } from './workspace.js';

/** The contents of a tarball: its package.json, and the texts of its files by path. */
export interface Published {
  readonly manifest: Manifest;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Imports of the compiled files of a package that its users may lack. A separate entry point may import an optional peer at once: its users
 * have that peer.
 */
export function strayImports({ manifest, files }: Published): string[] {
  const sure = [manifest.name, ...Object.keys(manifest.dependencies ?? {}), ...neededPeers(manifest)];
  const optional = optionalPeers(manifest);
  const ofMainEntry = reachedFrom(['dist/index.js', 'dist/index.d.ts'], files);
  return compiledFiles(files).flatMap(([path, text]) =>
    moduleReferences(path, text).flatMap(({ specifier, isStatic }) => {
      const name = packageOf(specifier);
      // The types of Node have no package of that name: whoever compiles for Node has them.
      if (name === undefined || name === 'node' || sure.includes(name)) return [];
      if (!optional.includes(name))
        return [`${path} imports ${specifier}, which package.json does not declare`];
      if (!ofMainEntry.has(path)) return [];
      if (path.endsWith('.d.ts')) return [`${path} shows types of ${specifier}, an optional peer`];
      return isStatic ? [`${path} imports ${specifier}, an optional peer, as soon as it is loaded`] : [];
    }),
  );
}

/** The imports for effect alone: a package with one cannot say `"sideEffects": false`. */
export function importsForEffect({ files }: Published): string[] {
  return compiledFiles(files).flatMap(([path, text]) =>
    moduleReferences(path, text)
      .filter(({ isForEffect }) => isForEffect && path.endsWith('.js'))
      .map(({ specifier }) => `${path} imports ${specifier} for its effect`),
  );
}

/** The files of a package that are loaded, or read for their types, with some of them. */
function reachedFrom(paths: readonly string[], files: ReadonlyMap<string, string>): ReadonlySet<string> {
  const reached = new Set(paths);
  for (const path of reached) {
    const isDeclaration = path.endsWith('.d.ts');
    for (const { specifier } of moduleReferences(path, files.get(path) ?? '')) {
      if (!specifier.startsWith('.')) continue;
      const target = posix.join(posix.dirname(path), specifier);
      reached.add(isDeclaration ? target.replace(/\.js$/, '.d.ts') : target);
    }
  }
  return reached;
}

function compiledFiles(files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].filter(([path]) => /\.(?:js|d\.ts)$/.test(path));
}
