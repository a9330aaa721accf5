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
  /** Only the groups whose names hold this text. */
  readonly only: string;
  readonly onGroup: (name: string, figures: TrialFigures, violations: readonly string[]) => void;
}

/** What a file may cost that is refused. Time is that of the processor, which others at work on the machine do not change. */
const MAX_CPU_MS = 1_000;
const MAX_GROWTH_MB = 150;
const MAX_CHECK_P99_MS = 100;

const TRIAL = new URL('../../dist/hostile/trial.js', import.meta.url).pathname;
const ORDINARY_ROWS = 5_000;

/** Sends every hostile file to a service and looks what it costs. Resolves to the number of violations. */
export async function runHostileDrill({ seed, only, onGroup }: HostileDrillOptions): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-hostile-'));
  try {
    const ordinary = join(folder, 'ordinary.xlsx');
    await writeXlsx(ordinary, { rows: ORDINARY_ROWS, seed });
    const groups = [...XML_BOMBS, ...containerTricks(await readFile(ordinary), seed)];
    let violations = 0;
    for (const group of groups.filter(({ name }) => name.includes(only))) {
      const figures = await tryGroup(group, folder, ordinary);
      const found = violationsOf(group, figures);
      violations += found.length;
      onGroup(group.name, figures, found);
    }
    return violations;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function tryGroup(group: HostileGroup, folder: string, ordinary: string): Promise<TrialFigures> {
  const paths: string[] = [];
  for await (const bytes of group.files()) {
    const path = join(folder, `${paths.length}.xlsx`);
    await writeFile(path, bytes);
    paths.push(path);
  }
  const { stdout } = await promisify(execFile)(process.execPath, [TRIAL, ordinary, ...paths]);
  // Printed by the trial, which is a part of this drill.
  return JSON.parse(stdout) as TrialFigures;
}

function violationsOf({ outcomes: allowed }: HostileGroup, figures: TrialFigures): string[] {
  const expected = new Set<string>(allowed);
  const wrong = figures.outcomes
    .filter(({ outcome }) => !expected.has(outcome))
    .map(({ outcome }) => outcome);
  const slow = figures.outcomes.filter(({ cpuMs }) => cpuMs > MAX_CPU_MS);
  return [
    ...wrong.map((outcome) => `came out as ${outcome}, expected ${allowed.join(' or ')}`),
    ...slow.map(({ cpuMs }) => `took ${Math.round(cpuMs)} ms of processor time, allowed are ${MAX_CPU_MS}`),
    ...(figures.growthMb > MAX_GROWTH_MB
      ? [`grew by ${Math.round(figures.growthMb)} MB, allowed are ${MAX_GROWTH_MB}`]
      : []),
    ...(figures.checkP99Ms > MAX_CHECK_P99_MS
      ? [`held single checks up for ${Math.round(figures.checkP99Ms)} ms`]
      : []),
  ];
}
