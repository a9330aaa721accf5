import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { whyNoPostgres } from '../postgres/story-schema.js';

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FAULTS = join(ROOT, 'tools/simulation/faults');

/** The worlds that are tried for each fault. */
const SEEDS = 150;
/** The characters of a finding in the table. */
const SHOWN = 160;

/** Copies what the simulation is built of, beside links to the packages that are installed. */
async function copyCode(folder: string): Promise<void> {
  for (const path of ['libs', 'tools/simulation']) {
    await cp(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.endsWith('/node_modules'),
    });
  }
  for (const file of ['tsconfig.base.json', 'tsconfig.lib.json', 'tools/run/bundle.mjs']) {
    await cp(join(ROOT, file), join(folder, file));
  }
  const installed = join(ROOT, 'node_modules');
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(installed)) {
    if (name !== '@dialproof') await symlink(join(installed, name), join(folder, 'node_modules', name));
  }
  await mkdir(join(folder, 'node_modules/@dialproof'));
  for (const name of await readdir(join(folder, 'libs'))) {
    await symlink(join(folder, 'libs', name), join(folder, 'node_modules/@dialproof', name));
  }
}

/** Worlds are tried first, since they are quicker than the stories. */
const WAYS = [['--seeds', String(SEEDS), '--first', '--whole'], ['--first']];
/** For the faults in the folder `postgres`. All stories would take long. */
const POSTGRES_WAYS = [['--postgres', '--first', '--story', 'of which webhooks']];

/** The first finding of the simulation with a fault in the code; undefined if it finds nothing. */
async function firstFinding(
  folder: string,
  ways: readonly (readonly string[])[],
): Promise<string | undefined> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-b', 'tools/simulation'], { cwd: folder });
  await run(process.execPath, ['tools/run/bundle.mjs'], { cwd: folder });
  for (const way of ways) {
    const found = await findingOf(folder, way);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function findingOf(folder: string, way: readonly string[]): Promise<string | undefined> {
  try {
    await run(process.execPath, ['tools/simulation/dist/main.js', ...way], { cwd: folder });
    return undefined;
  } catch (error) {
    // A program that ends with another code than 0 rejects with what it has printed.
    const { stderr, stdout } = error as { stderr: string; stdout: string };
    const seed = /^seed \d+: .*/m.exec(stdout)?.[0];
    const lines = stderr === '' ? stdout.trim().split('\n').slice(-3, -1) : [stderr];
    return (seed ?? lines.join(' ')).replace(/\s+/g, ' ');
  }
}

/** Prints by what each fault of a folder is found. */
async function tryFaults(
  folder: string,
  faults: string,
  ways: readonly (readonly string[])[],
): Promise<void> {
  const nameOf = (file: string) => relative(FAULTS, join(faults, file)).replace('.patch', '');
  const isWanted = (file: string) => file.endsWith('.patch') && nameOf(file).includes(only);
  const files = (await readdir(faults)).filter(isWanted).sort();
  if (files.length === 0) return;
  // Without this, a copy that cannot run would find every fault.
  const control = await firstFinding(folder, ways);
  if (control !== undefined) throw new Error(`without any fault: ${control}`);
  for (const file of files) {
    const patch = join(faults, file);
    await run('git', ['apply', patch], { cwd: folder });
    const finding = await firstFinding(folder, ways);
    await run('git', ['apply', '-R', patch], { cwd: folder });
    tried += 1;
    if (finding === undefined) missed += 1;
    console.log(`${nameOf(file).padEnd(40)} ${finding?.slice(0, SHOWN) ?? 'NOT FOUND'}`);
  }
}

/** Only faults with this in their names are tried. */
const [, , only = ''] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'dialproof-faults-'));
const beganAt = performance.now();
let tried = 0;
let missed = 0;
try {
  await copyCode(folder);
  await run('git', ['init', '-q'], { cwd: folder });
  await tryFaults(folder, FAULTS, WAYS);
  const missing = await whyNoPostgres();
  if (missing === undefined) await tryFaults(folder, join(FAULTS, 'postgres'), POSTGRES_WAYS);
  else console.log(`The faults of PostgreSQL are skipped: ${missing}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
const minutes = (performance.now() - beganAt) / 60_000;
console.log(`${tried} faults, ${missed} not found, in ${minutes.toFixed(0)} minutes`);
process.exitCode = missed === 0 ? 0 : 1;
