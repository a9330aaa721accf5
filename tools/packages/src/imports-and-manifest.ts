import { moduleReferences, packageOf } from './module-references.js';
import { type Manifest, neededPeers, optionalPeers } from './workspace.js';

/** What a tarball holds: its package.json and the texts of its files by their path. */
export interface Published {
  readonly manifest: Manifest;
  readonly files: ReadonlyMap<string, string>;
}

/** What the compiled files of a package import although its users may not have it, or may not have it yet. */
export function strayImports({ manifest, files }: Published): string[] {
  const sure = [manifest.name, ...Object.keys(manifest.dependencies ?? {}), ...neededPeers(manifest)];
  const optional = optionalPeers(manifest);
  return compiledFiles(files).flatMap(([path, text]) =>
    moduleReferences(path, text).flatMap(({ specifier, isStatic }) => {
      const name = packageOf(specifier);
      // The types of Node have no package of that name: whoever compiles for Node has them.
      if (name === undefined || name === 'node' || sure.includes(name)) return [];
      if (!optional.includes(name))
        return [`${path} imports ${specifier}, which package.json does not declare`];
      if (path.endsWith('.d.ts')) return [`${path} shows types of ${specifier}, an optional peer`];
      return isStatic ? [`${path} imports ${specifier}, an optional peer, as soon as it is loaded`] : [];
    }),
  );
}

/** The imports that take nothing: a package that has one cannot say `"sideEffects": false`. */
export function importsForEffect({ files }: Published): string[] {
  return compiledFiles(files).flatMap(([path, text]) =>
    moduleReferences(path, text)
      .filter(({ isForEffect }) => isForEffect && path.endsWith('.js'))
      .map(({ specifier }) => `${path} imports ${specifier} for its effect`),
  );
}

function compiledFiles(files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].filter(([path]) => /\.(?:js|d\.ts)$/.test(path));
}
