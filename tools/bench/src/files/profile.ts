import type { Profiler } from 'node:inspector';
import { startServer } from '../server/bench-server.js';
import type { SampleFiles } from './sample-files.js';

const ROWS = 100_000;
const FILES = 3;
const SHOWN = 16;

/** The time of the server's main thread, including waits for the disk, by package, and by folder for our own code. */
export async function showProfile(files: SampleFiles): Promise<void> {
  console.log(
    `profile: the main thread over ${FILES} files of ${ROWS} rows, upload to last byte, the first ones`,
  );
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await files.get(ROWS, format);
    const { api, process, stop } = await startServer();
    try {
      await process.ask('begin profile');
      for (let count = 0; count < FILES; count += 1) await api.roundTrip(file, `rows.${format}`);
      print(format, await process.ask('end profile'));
    } finally {
      await stop();
    }
  }
}

function print(format: string, profile: Profiler.Profile): void {
  const times = timesByPart(profile);
  const whole = [...times.values()].reduce((sum, time) => sum + time, 0);
  const sorted = [...times].sort(([, a], [, b]) => b - a);
  console.log(`  ${format}: ${(whole / 1_000).toFixed(0)} ms`);
  for (const [part, time] of sorted.slice(0, SHOWN)) {
    console.log(`    ${((100 * time) / whole).toFixed(1).padStart(5)} %  ${part}`);
  }
}

/** Microseconds by the running part. Time in Node.js and in regular expressions counts for the caller. */
function timesByPart({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const parts = new Map<number, string>();
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const visit = (id: number, caller: string): void => {
    const node = nodesById.get(id);
    if (node === undefined) return;
    const part = partOf(node.callFrame) ?? caller;
    parts.set(id, part);
    for (const child of node.children ?? []) visit(child, part);
  };
  visit(nodes[0]?.id ?? 0, 'node');
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const part = parts.get(id) ?? 'node';
    if (part !== '(idle)') times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  });
  return times;
}

function partOf({ functionName, url }: { functionName: string; url: string }): string | undefined {
  if (['(idle)', '(garbage collector)', '(program)'].includes(functionName)) return functionName;
  const [, installed] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (installed !== undefined) return installed;
  const [, group, name, folder = ''] = /\/(libs|examples)\/([^/]+)\/dist\/(?:(.+)\/)?[^/]+$/.exec(url) ?? [];
  return group === undefined ? undefined : `${group}/${name}${folder === '' ? '' : `/${folder}`}`;
}
