// Imports run one way, from the edges to the core and without cycles. A package imports what its package.json declares, no more and no
// less.
import { readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileCycles, folderCycles } from './import-cycles.mjs';
import { packageOf, packagesIn } from './packages.mjs';

/** Which packages of libs/ each package of libs/ may import. A new package gets its line here. */
const ALLOWED = {
  core: [],
  http: ['core'],
  express: ['core', 'http'],
  fastify: ['core', 'http'],
  nestjs: ['core', 'http'],
  sql: ['core'],
  bullmq: ['core'],
  checkers: ['core'],
  webhooks: ['core'],
  client: [],
  dashboard: ['core', 'http', 'client'],
  testkit: ['core', 'http', 'webhooks'],
  server: ['core', 'http', 'sql', 'bullmq', 'checkers', 'webhooks', 'dashboard'],
};
/**
 * Optional peers that one folder of a package may load by `import()` when its user asks for it. The rest of the package works without them.
 */
const LATER = { client: { folder: 'libs/client/src/cli/local', packages: ['core', 'http', 'checkers'] } };
/** What examples and tools may import besides everything in libs/. Nothing in libs/ knows any of these. */
const KNOWN_TO = { examples: [], tools: ['generate', 'drills', 'packages'] };
const IN_TESTS = ['testkit', 'generate'];
/**
 * Packages that only the tests of a package may import. The client needs nothing at run time: its tests hold its shapes against the API's.
 * The testkit's tests prove its suites by implementations in memory, two of which are parts of the checkers.
 */
const IN_TESTS_OF = { client: ['core', 'http', 'checkers'], testkit: ['checkers'] };
/** What tests of several packages share: PostgreSQL and Redis, and fixtures of hosts. */
const SHARED_BY_TESTS = ['tools/tests/services', 'tools/tests/fixtures'];
/** The packages whose folders are layers: none of them imports a folder that imports it. */
const LAYERED = ['libs/core'];

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const packages = packagesIn(root);
const rootDependencies = declared(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const problems = packages.flatMap((member) => [
  ...member.files.flatMap((file) => problemsOfFile(member, file)),
  ...problemsOfManifest(member),
  ...cyclesOf(member),
]);

for (const problem of problems) console.error(problem);
console.log(`${packages.length} packages, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function problemsOfFile(member, file) {
  return file.imports.flatMap((specifier) => {
    if (specifier.startsWith('node:')) return [];
    const problem = specifier.startsWith('.')
      ? problemOfRelative(member, file, specifier)
      : problemOfBare(member, file, specifier);
    return problem === undefined ? [] : [`${file.path}: imports ${specifier}, ${problem}`];
  });
}

function problemOfRelative(member, file, specifier) {
  const target = join(root, file.path, '..', specifier);
  const isInside = (folder) => target.startsWith(join(root, folder) + sep);
  if (file.isTest && SHARED_BY_TESTS.some(isInside)) return undefined;
  const folder = file.isBundled ? 'page' : 'src';
  if (!isInside(join(member.path, folder))) return `which is outside of its own ${folder}`;
  if (!file.isTest && /\.(test|fixture)\.\w+$/.test(specifier)) return 'which only tests may do';
  return undefined;
}

function problemOfBare(member, file, specifier) {
  const name = packageOf(specifier);
  if (!name.startsWith('@dialproof/')) return problemOfForeign(member, file, name);
  if (!isEntryPoint(specifier, name)) return 'a file inside another package: its index lists what it offers';
  if (mayImport(member, file, name.slice('@dialproof/'.length))) return undefined;
  if (!isLater(member, file, name)) return 'which is the wrong direction';
  return file.loads.includes(specifier) ? 'an optional peer, which only import() may load' : undefined;
}

function isEntryPoint(specifier, name) {
  if (specifier === name) return true;
  const { exports } = packages.find(({ manifest }) => manifest.name === name)?.manifest ?? {};
  return Object.hasOwn(exports ?? {}, `.${specifier.slice(name.length)}`);
}

function mayImport(member, file, name) {
  const [folder] = member.path.split('/');
  if (file.isTest && [...IN_TESTS, ...(IN_TESTS_OF[member.name] ?? [])].includes(name)) return true;
  if (folder === 'libs') return (ALLOWED[member.name] ?? []).includes(name);
  return name in ALLOWED || KNOWN_TO[folder].includes(name);
}

function isLater(member, file, name) {
  const { folder, packages: names = [] } = LATER[member.name] ?? {};
  return file.path.startsWith(`${folder}/`) && names.includes(name.slice('@dialproof/'.length));
}

function problemOfForeign(member, file, name) {
  const here = [
    ...Object.keys(member.manifest.dependencies ?? {}),
    ...Object.keys(member.manifest.peerDependencies ?? {}),
  ];
  const besides = file.isTest || file.isBundled ? declared(member.manifest) : here;
  const usable = file.isTest ? [...besides, ...rootDependencies] : besides;
  return usable.includes(name) ? undefined : 'which its package.json does not declare';
}

function problemsOfManifest(member) {
  const imported = new Set(
    member.files
      .filter((file) => !file.isTest && !file.isBundled)
      .flatMap((file) => file.imports.map(packageOf)),
  );
  const ours = [...imported].filter((name) => name.startsWith('@dialproof/'));
  const dependencies = Object.keys(member.manifest.dependencies ?? {});
  const referenced = member.references.map((reference) => `@dialproof/${reference.path.split('/').at(-1)}`);
  if (member.files.length === 0) return [];
  return [
    ...ours
      .filter((name) => !dependencies.includes(name) && !isOptionalPeer(member, name))
      .map((name) => `does not declare ${name}`),
    ...ours
      .filter((name) => !referenced.includes(name))
      .map((name) => `has no reference to ${name} in tsconfig.json`),
    ...dependencies
      .filter((name) => !imported.has(name) && !isPeer(name, ours))
      .map((name) => `declares ${name} and does not import it`),
  ].map((problem) => `${member.path}/package.json: ${problem}`);
}

function isOptionalPeer({ manifest, name: member }, name) {
  const isListed = LATER[member]?.packages.includes(name.slice('@dialproof/'.length)) === true;
  return (
    isListed &&
    name in (manifest.peerDependencies ?? {}) &&
    manifest.peerDependenciesMeta?.[name]?.optional === true
  );
}

function cyclesOf(member) {
  const ofFiles = fileCycles(member).map(
    (cycle) => `${cycle[0]}: imports itself, by way of ${[...cycle.slice(1), cycle[0]].join(' -> ')}`,
  );
  if (!LAYERED.includes(member.path)) return ofFiles;
  const ofFolders = folderCycles(member).map(
    (cycle) => `${member.path}: has folders that import one another, by ${cycle.join(', ')}`,
  );
  return [...ofFiles, ...ofFolders];
}

/** Whether one of our packages in use has this dependency as a peer. */
function isPeer(name, ours) {
  return packages.some(
    ({ manifest }) => ours.includes(manifest.name) && name in (manifest.peerDependencies ?? {}),
  );
}

function declared(manifest) {
  return ['dependencies', 'peerDependencies', 'devDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  );
}
