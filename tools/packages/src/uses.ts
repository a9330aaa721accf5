import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleReferences, packageOf } from './module-references.js';
import { libNames, type Manifest, neededPeers, optionalPeers, readManifest, root } from './workspace.js';

/** The programs that use the packages, one for each, and what they share. */
export const USES = join(root, 'tools/packages/uses');

/** Its dependencies are optional peers of other packages, so that it is installed only where those are wanted. */
export const SERVER = 'server';

const WITH_OPTIONAL_PEERS = '-with-optional-peers';

/** The name of the program that uses a package. Throws when there is none. */
function useOf(lib: string): string {
  return existing(lib, `that uses @dialproof/${lib} as its README shows`);
}

/** The names of the programs that need no optional peer. */
export function usesWithoutOptionalPeers(): string[] {
  return libNames().filter((lib) => lib !== SERVER);
}

/** The names of the programs that use packages with their optional peers. Throws when one is missing. */
export function usesWithOptionalPeers(): string[] {
  const uses = libNames()
    .filter((lib) => optionalPeers(manifestOf(lib)).length > 0)
    .map((lib) => existing(lib + WITH_OPTIONAL_PEERS, `that uses @dialproof/${lib} with its optional peers`));
  return [...uses, useOf(SERVER)];
}

function existing(name: string, what: string): string {
  if (existsSync(join(USES, `${name}.ts`))) return name;
  throw new Error(
    `tools/packages/uses/${name}.ts is missing: a program ${what} and ends with "${name} was used"`,
  );
}

/** Whether a file of {@link USES} is for a host that has the optional peers. */
export function needsOptionalPeers(file: string): boolean {
  return file === `${SERVER}.ts` || file.endsWith(`${WITH_OPTIONAL_PEERS}.ts`);
}

/** The packages that a user installs with it: its required peers, and the imports of the program, with their types. */
export function installedWith(lib: string): string[] {
  return specs(lib, ['@types/node', ...neededPeers(manifestOf(lib)), ...importedBy(useOf(lib))]);
}

/** The packages that a user of all features installs. */
export function installedWithAll(): string[] {
  return libNames().flatMap((lib) => {
    const peers = optionalPeers(manifestOf(lib));
    return peers.length === 0
      ? []
      : specs(lib, [
          ...peers.filter((name) => !isOurs(name)),
          ...peers.flatMap(typesOf),
          ...importedBy(lib + WITH_OPTIONAL_PEERS),
        ]);
  });
}

function importedBy(use: string): string[] {
  const path = join(USES, `${use}.ts`);
  return moduleReferences(path, readFileSync(path, 'utf8')).flatMap(({ specifier }) => {
    const name = packageOf(specifier);
    return name === undefined || isOurs(name) ? [] : [name, ...typesOf(name)];
  });
}

/** Whether it is one of the packages themselves, which are installed from their tarballs. */
function isOurs(name: string): boolean {
  return name.startsWith('@dialproof/');
}

/** The package with the types of another one, if it has none of its own. */
function typesOf(name: string): string[] {
  const types = `@types/${name.replace(/^@(.+)\//, '$1__')}`;
  return existsSync(join(root, 'node_modules', types)) ? [types] : [];
}

/** In the versions that the workspace has, which npm has in its cache. */
function specs(lib: string, names: readonly string[]): string[] {
  return names.map((name) => `${name}@${readManifest(installedFolder(lib, name)).version}`);
}

function installedFolder(lib: string, name: string): string {
  const places = [join(root, 'libs', lib), root].map((folder) => join(folder, 'node_modules', name));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`libs/${lib} does not have ${name} among its devDependencies`);
  return found;
}

function manifestOf(lib: string): Manifest {
  return readManifest(join(root, 'libs', lib));
}
