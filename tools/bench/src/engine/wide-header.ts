import { open } from 'node:fs/promises';
import type { SampleFiles } from '../files/sample-files.js';
import { startServer } from '../server/bench-server.js';
import { median, spread } from '../statistics.js';

const ROWS = 20_000;
const COLUMNS = 999;
const NAME_CHARS = 4_000;
const ROUNDS = 3;

interface Run {
  readonly wallMs: number;
  readonly workMs: number;
  readonly cpuMs: number;
  readonly longestStallMs: number;
}

/** A file with a header of 4 MB, compared with the same rows below a short header: upload, work and download. */
export async function benchWideHeader(files: SampleFiles): Promise<void> {
  const names = ['narrow', 'wide'] as const;
  const paths = { narrow: await files.path('narrow.csv'), wide: await files.path('wide.csv') };
  await writeFile(paths.narrow, 1);
  await writeFile(paths.wide, NAME_CHARS);
  const runs: Record<(typeof names)[number], Run[]> = { narrow: [], wide: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) runs[name].push(await serverRun(paths[name]));
  }
  console.log(
    `wide header: ${ROWS} rows under ${COLUMNS} columns with names of ${NAME_CHARS} characters, against short names, ${ROUNDS} rounds in turn`,
  );
  for (const name of names) {
    const of = (figure: keyof Run): number[] => runs[name].map((run) => run[figure]);
    console.log(
      `  ${name.padEnd(7)} upload to last byte ${spread(of('wallMs'))} ms, of it work ${spread(of('workMs'))} ms; ` +
        `processor ${spread(of('cpuMs'))} ms; longest stall ${spread(of('longestStallMs'))} ms`,
    );
  }
  const ratio = (figure: 'wallMs' | 'workMs' | 'cpuMs'): string => {
    const [narrow, wide] = names.map((name) => median(runs[name].map((run) => run[figure])));
    return ((wide ?? Number.NaN) / (narrow ?? Number.NaN)).toFixed(2);
  };
  console.log(
    `  ratio   upload to last byte ${ratio('wallMs')}, work ${ratio('workMs')}, processor ${ratio('cpuMs')}`,
  );
}

/** Rows have only a number, which is allowed: the result pads them. */
async function writeFile(path: string, nameChars: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    const names = Array.from({ length: COLUMNS - 1 }, (_, column) => `c${column}`.padEnd(nameChars, 'x'));
    await file.write(`${['phone', ...names].join(',')}\n`);
    const rows = Array.from(
      { length: ROWS },
      (_, row) => `+1415${String(5_550_000 - row * 7).padStart(7, '2')}\n`,
    );
    await file.write(rows.join(''));
  } finally {
    await file.close();
  }
}

async function serverRun(path: string): Promise<Run> {
  const { api, process, stop } = await startServer();
  try {
    const before = await process.figures();
    const start = performance.now();
    const taskId = await api.upload(path, 'wide.csv');
    const task = await api.done(taskId);
    await api.download(taskId);
    const wallMs = performance.now() - start;
    const { cpuMs, longestStallMs } = await process.figures();
    const workMs = Date.parse(String(task['finished_at'])) - Date.parse(String(task['started_at']));
    return { wallMs, workMs, cpuMs: cpuMs - before.cpuMs, longestStallMs };
  } finally {
    await stop();
  }
}
