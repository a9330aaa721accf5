import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasEnded, systemClock, type TaskId, taskId } from '@dialproof/core';
import { createSeededRandom } from '@dialproof/generate';
import { openServiceParts, type ServiceParts } from './service-parts.js';
import { ServiceProcess } from './service-process.js';
import type { Upstream } from './upstream.js';
import { UPSTREAM_PLANS } from './upstream-plans.js';
import { makeService, makeUpstream } from './upstream-run.js';
import { ACCOUNT, CREDITS, type FinishedRun, type UpstreamTrial, untilEnded } from './upstream-trial.js';

/** A short run of the drill has fewer kills. */
const NUMBERS_PER_KILL = 1_000;

/** Submits the file to a service in a separate process, and kills that process again and again while it checks numbers. */
export async function runKilledPlan(trial: UpstreamTrial): Promise<FinishedRun> {
  const { file, folder, plan } = trial;
  const path = join(folder, 'drill.csv');
  await writeFile(path, file.content());
  const parts = await openServiceParts('sqlite', folder, systemClock);
  await parts.grant(ACCOUNT, CREDITS);
  const upstream = makeUpstream(trial, systemClock);
  const start = performance.now();
  const { kills, task } = await killAgainAndAgain(trial, upstream, parts, path);
  const tookMs = performance.now() - start;
  const service = makeService(plan, {
    parts,
    clock: systemClock,
    checker: { check: () => Promise.reject(new Error('everything has been checked')) },
    onUnexpected: () => undefined,
  });
  return { upstream, taskId: task, service, parts, tookMs, kills };
}

async function killAgainAndAgain(
  trial: UpstreamTrial,
  upstream: Upstream,
  parts: ServiceParts,
  path: string,
): Promise<{ kills: number; task: TaskId }> {
  const { file, folder, plan, seed, violations } = trial;
  const random = createSeededRandom(seed);
  const numbers = file.askable.size;
  const planned = Math.min(plan.kills, Math.ceil(numbers / NUMBERS_PER_KILL));
  const moments = Array.from({ length: planned }, () => random.fraction() * numbers).sort((a, b) => a - b);
  let kills = 0;
  let task: TaskId | undefined;
  for (;;) {
    const process = new ServiceProcess({
      setting: {
        plan: UPSTREAM_PLANS.indexOf(plan),
        folder,
        submit: task === undefined ? path : null,
      },
      ask: (numbers) => upstream.ask(numbers, kills),
      onUnexpected: (report) => violations.add(report),
    });
    try {
      task ??= taskId(await process.submitted);
      const moment = moments[kills] ?? Number.POSITIVE_INFINITY;
      const found = task;
      let hasTaskEnded = false;
      const isOver = async (): Promise<boolean> => {
        process.assertRuns();
        hasTaskEnded = hasEnded((await parts.store.find(found))?.status ?? 'failed');
        return hasTaskEnded || upstream.answeredNumbers >= moment;
      };
      const isInTime = await untilEnded(trial, isOver);
      if (hasTaskEnded || !isInTime) {
        violations.expectEqual('the end of the process after SIGTERM', await process.stop(), 'exit code 0');
        return { kills, task };
      }
    } finally {
      await process.kill((at) => upstream.noteKill(kills, at));
    }
    kills += 1;
  }
}
