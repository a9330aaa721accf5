/** The two upstreams of the soak as a separate process: they answer until the drill closes the IPC channel. */
import { makeUpstreamFile } from '../upstream/upstream-file.js';
import { startAppUpstream, startLineUpstream } from './soak-upstream.js';
import { StandstillWatch } from './standstill-watch.js';
import type { UpstreamsMessage, UpstreamsSetting } from './upstreams-process.js';

// Written by the drill that starts this process.
const { numbers, outageMs, seed } = JSON.parse(process.argv[2] ?? '') as UpstreamsSetting;
const { askable } = makeUpstreamFile(numbers, seed);
const outageAfter = Math.floor(askable.size / 3);
const apps = await startAppUpstream({ seed, outageMs, outageAfter });
const lines = await startLineUpstream(askable, { seed, outageMs, outageAfter: outageAfter / 2 });
const standstills = new StandstillWatch();

const tell = (message: UpstreamsMessage): void => {
  process.send?.(message);
};
process.on('message', () => {
  const { longestMs } = standstills;
  tell({ kind: 'report', report: { apps: apps.counts, lines: lines.counts, stoodStillMs: longestMs } });
});
process.on('disconnect', () => process.exit(0));
tell({ kind: 'started', appsUrl: apps.baseUrl, linesUrl: lines.baseUrl });
