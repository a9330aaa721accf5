import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeXlsx } from '@dialproof/generate';
import { containerTricks } from './container-tricks.js';
import type { HostileGroup } from './hostile-group.js';
import type { TrialFigures } from './trial-figures.js';
import { XML_BOMBS } from './xml-bombs.js';

export interface HostileDrillOptions {
  readonly seed: number;
  /** Only groups whose names contain this text. */
  readonly only: string;
  /** The rows of the honest workbook, which sets the limit for processor time. */
  readonly honestRows: number;
  /** Gets the figures of the honest workbook, before all others. */
  readonly onHonest: (figures: TrialFigures) => void;
  readonly onGroup: (name: string, figures: TrialFigures, violations: readonly string[]) => void;
}

/**
 * The limit for a file's processor time, as a multiple of the honest workbook's on the same machine. With much more, hostile files would
 * do more harm than honest ones, which callers may send as often. The measured one has six columns; wider honest ones take longer.
 */
const MAX_TIMES_HONEST = 1.5;
const MAX_GROWTH_MB = 150;
const MAX_CHECK_P99_MS = 100;
const MAX_STALL_MS = 50;

const TRIAL = new URL('../../dist/hostile/trial.js', import.meta.url).pathname;
/** The rows of the file that warms up a process. */
const ORDINARY_ROWS = 5_000;
const HONEST_TIMES = 3;

/** Sends every hostile file to a service and measures its cost. Resolves to the number of violations. */
export async function runHostileDrill(options: HostileDrillOptions): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-hostile-'));
  try {
    return await runIn(folder, options);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runIn(
  folder: string,
  { seed, only, honestRows, onHonest, onGroup }: HostileDrillOptions,
): Promise<number> {
  const ordinary = join(folder, 'ordinary.xlsx');
  await writeXlsx(ordinary, { rows: ORDINARY_ROWS, seed });
  const honest = join(folder, 'honest.xlsx');
  await writeXlsx(honest, { rows: honestRows, seed });
  const honestFigures = await tryFiles(
    ordinary,
    Array.from({ length: HONEST_TIMES }, () => honest),
  );
  onHonest(honestFigures);
  const maxCpuMs = MAX_TIMES_HONEST * fastest(honestFigures);

  const groups = [...XML_BOMBS, ...containerTricks(await readFile(ordinary), seed)];
  let violations = 0;
  for (const group of groups.filter(({ name }) => name.includes(only))) {
    const paths = await written(group, folder);
    let figures = await tryFiles(ordinary, paths);
    let found = violationsOf(group, figures, maxCpuMs);
    if (found.length > 0) {
      // Tries once more: other load on the machine can double every figure, but seldom twice.
      figures = await tryFiles(ordinary, paths);
      found = violationsOf(group, figures, maxCpuMs);
    }
    violations += found.length;
    onGroup(group.name, figures, found);
  }
  return violations;
}

function fastest({ outcomes }: TrialFigures): number {
  return Math.min(...outcomes.map(({ cpuMs }) => cpuMs));
}

async function written(group: HostileGroup, folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const bytes of group.files()) {
    const path = join(folder, `${paths.length}.xlsx`);
    await writeFile(path, bytes);
    paths.push(path);
  }
  return paths;
}

async function tryFiles(ordinary: string, paths: readonly string[]): Promise<TrialFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [TRIAL, ordinary, ...paths]);
  // The trial, which is a part of this drill, prints it.
  return JSON.parse(stdout) as TrialFigures;
}

function violationsOf(
  { outcomes: allowed }: HostileGroup,
  figures: TrialFigures,
  maxCpuMs: number,
): string[] {
  const expected = new Set<string>(allowed);
  const { growthMb, stallMs, checkP99Ms } = figures;
  const found = figures.outcomes.flatMap(({ outcome, cpuMs }) => [
    ...(expected.has(outcome) ? [] : [`came out as ${outcome}, expected ${allowed.join(' or ')}`]),
    ...(cpuMs > maxCpuMs
      ? [`took ${Math.round(cpuMs)} ms of processor time, not ${Math.round(maxCpuMs)}`]
      : []),
  ]);
  if (growthMb > MAX_GROWTH_MB) found.push(`grew by ${Math.round(growthMb)} MB, not ${MAX_GROWTH_MB}`);
  if (stallMs > MAX_STALL_MS) found.push(`took the event loop for ${Math.round(stallMs)} ms at once`);
  if (checkP99Ms > MAX_CHECK_P99_MS) found.push(`held single checks up for ${Math.round(checkP99Ms)} ms`);
  return found;
}
