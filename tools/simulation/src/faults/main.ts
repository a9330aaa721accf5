import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { whyNoPostgres } from '../postgres/story-schema.js';

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FAULTS = join(ROOT, 'tools/simulation/faults');

/** The worlds that are tried for each fault. One fault, a chunk that is given back without its token, was once found by the 299th only. */
const SEEDS = 300;
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

/** Worlds are tried first, since they are quicker than the stories. A year of a list shows what neither has: newer files. */
const WAYS = [['--seeds', String(SEEDS), '--first', '--whole'], ['--first'], ['--year', '400']];
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
    // The rejection for another exit code than 0 has the output of the program.
    const { stderr, stdout } = error as { stderr: string; stdout: string };
    const seed = /^seed \d+: .*/m.exec(stdout)?.[0];
    // The last two lines are the sums and the number of findings. A year throws.
    const thrown = /^Error: .*/m.exec(stderr)?.[0] ?? stderr;
    const lines = stderr === '' ? stdout.trim().split('\n').slice(-4, -2) : [thrown];
    return (seed ?? lines.join(' ')).replace(/\s+/g, ' ');
  }
}

/** A fault to plant. The control has no patch: without it, a copy that cannot run would find every fault. */
interface Try {
  readonly name: string;
  readonly patch?: string;
  readonly ways: readonly (readonly string[])[];
}

/** The control of a folder, and those of its faults that were asked for. */
async function triesOf(faults: string, ways: Try['ways']): Promise<Try[]> {
  const files = (await readdir(faults)).filter((file) => file.endsWith('.patch')).sort();
  const tries = files.map((file) => {
    const patch = join(faults, file);
    return { name: relative(FAULTS, patch).replace('.patch', ''), patch, ways };
  });
  const wanted = tries.filter(({ name }) => name.includes(only));
  return wanted.length === 0 ? [] : [{ name: 'no fault', ways }, ...wanted];
}

/** Runs one try after the other, and prints what has found each fault. */
async function tryFaults(folder: string, tries: Try[]): Promise<void> {
  for (let next = tries.shift(); next !== undefined; next = tries.shift()) {
    const { name, patch, ways } = next;
    if (patch !== undefined) await run('git', ['apply', patch], { cwd: folder });
    const finding = await firstFinding(folder, ways);
    if (patch !== undefined) await run('git', ['apply', '-R', patch], { cwd: folder });
    console.log(`${name.padEnd(40)} ${finding?.slice(0, SHOWN) ?? 'nothing is found'}`);
    const isRight = (finding === undefined) === (patch === undefined);
    if (!isRight) wrong += 1;
    // If the control fails, no finding means anything.
    if (!isRight && patch === undefined) tries.length = 0;
  }
}

const HELP = `Plants each fault of tools/simulation/faults in a copy of the code, and looks whether the simulation finds it.

  npm run simulate:faults -- lease     faults with this text in their names (all)
`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
if (values.help) {
  console.log(HELP);
  process.exit();
}
const [only = ''] = positionals;
const folder = await mkdtemp(join(tmpdir(), 'dialproof-faults-'));
const beganAt = performance.now();
let wrong = 0;
try {
  const tries = await triesOf(FAULTS, WAYS);
  const missing = await whyNoPostgres();
  if (missing === undefined) tries.push(...(await triesOf(join(FAULTS, 'postgres'), POSTGRES_WAYS)));
  else console.log(`The faults of PostgreSQL are skipped: ${missing}`);
  const faults = tries.filter(({ patch }) => patch !== undefined).length;
  // A try keeps one core busy.
  const copies = Array.from({ length: availableParallelism() }, (_, index) => join(folder, String(index)));
  await Promise.all(
    copies.map(async (copy) => {
      await copyCode(copy);
      await run('git', ['init', '-q'], { cwd: copy });
      await tryFaults(copy, tries);
    }),
  );
  const minutes = (performance.now() - beganAt) / 60_000;
  const end = wrong === 0 ? 'each is found' : `${wrong} lines are wrong`;
  console.log(`${faults} faults in ${minutes.toFixed(0)} minutes: ${end}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = wrong === 0 ? 0 : 1;
