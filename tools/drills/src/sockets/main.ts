import { assertServerIsBuilt } from '../server/server-files.js';
import {
  type PipeliningFigures,
  pipelinedChecks,
  pipelinedDownloads,
  pipelinedEvents,
} from './pipelining.js';
import { type Stop, stopWithHalfBodies, stopWithStalledDownload, stopWithStuckLog } from './stops.js';
import { unfinishedUploads } from './unfinished-uploads.js';

const ATTACKS: readonly (readonly [name: string, run: () => Promise<string>])[] = [
  [
    '4 connections with 5,000 pipelined event streams each',
    async () =>
      figuresLine(await pipelinedEvents({ connections: 4, requests: 5_000, openMs: 5_000, lookMs: 5_000 })),
  ],
  [
    '4 connections with 700 pipelined downloads each, none read',
    async () =>
      figuresLine(await pipelinedDownloads({ connections: 4, requests: 700, openMs: 10_000, lookMs: 3_000 })),
  ],
  [
    '3 pipelined checks, hung up',
    async () =>
      figuresLine(await pipelinedChecks({ connections: 1, requests: 3, openMs: 200, lookMs: 3_000 })),
  ],
  [
    '75 unfinished uploads of 1.2 MB, a heap of 256 MB',
    async () => {
      const { peakMb, stop } = await unfinishedUploads({ uploads: 75, bytes: 1_200_000, openMs: 6_000 });
      return `+${Math.round(peakMb)} MB at most; ${stopLine(stop)}`;
    },
  ],
  ['SIGTERM with half a JSON body and half a file', async () => stopLine(await stopWithHalfBodies())],
  ['SIGTERM with a download that nobody reads', async () => stopLine(await stopWithStalledDownload(8_000))],
  ['SIGTERM with a full log pipe that nobody reads', async () => stopLine(await stopWithStuckLog(1_500))],
];

assertServerIsBuilt();
const only = process.argv[2] ?? '';
for (const [name, run] of ATTACKS.filter(([each]) => each.includes(only))) {
  console.log(`${name.padEnd(60)} ${await run()}`);
}

function figuresLine({ peakMb, leftMb, processorAfter, stop }: PipeliningFigures): string {
  return `+${Math.round(peakMb)} MB at most, +${Math.round(leftMb)} MB and ${Math.round(processorAfter * 100)} % of a processor after closing; ${stopLine(stop)}`;
}

function stopLine({ how, ms }: Stop): string {
  return `SIGTERM: ${how} after ${ms} ms`;
}
