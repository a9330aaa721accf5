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

/** What a file may cost. Time is that of the processor, which others on the machine change less than the clock's. */
const REFUSED = { cpuMs: 1_000, growthMb: 150 };
/** One that is read is stored as well. */
const READ = { ...REFUSED, cpuMs: 2_000 };
const MAX_CHECK_P99_MS = 100;
const MAX_STALL_MS = 50;

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
      let figures = await tryGroup(group, folder, ordinary);
      let found = violationsOf(group, figures);
      if (found.length > 0) {
        // Once more: others at work on the machine can double every figure, but seldom twice.
        figures = await tryGroup(group, folder, ordinary);
        found = violationsOf(group, figures);
      }
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
  const { growthMb, stallMs, checkP99Ms } = figures;
  const found = figures.outcomes.flatMap(({ outcome, cpuMs }) => {
    const most = outcome === 'read' ? READ : REFUSED;
    return [
      ...(expected.has(outcome) ? [] : [`came out as ${outcome}, expected ${allowed.join(' or ')}`]),
      ...(cpuMs > most.cpuMs ? [`took ${Math.round(cpuMs)} ms of processor time, not ${most.cpuMs}`] : []),
    ];
  });
  if (growthMb > REFUSED.growthMb) {
    found.push(`grew by ${Math.round(growthMb)} MB, not ${REFUSED.growthMb}`);
  }
  if (stallMs > MAX_STALL_MS) found.push(`took the event loop for ${Math.round(stallMs)} ms at once`);
  if (checkP99Ms > MAX_CHECK_P99_MS) found.push(`held single checks up for ${Math.round(checkP99Ms)} ms`);
  return found;
}
