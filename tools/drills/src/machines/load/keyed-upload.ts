import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillFile } from '../../crash/drill-file.js';
import { DrillTask } from '../../crash/drill-task.js';
import { DrillFailure } from '../../drill-failure.js';
import type { DrillAccount } from '../../server/drill-account.js';
import type { Violations } from '../../violations.js';
import { ask } from './ask.js';
import type { ReplyJudge } from './reply-judge.js';

export interface UploadParts {
  readonly judge: ReplyJudge;
  readonly violations: Violations;
  /** The port for the next attempt, a different one each time. */
  readonly nextPort: () => number;
}

const TAKEN_WITHIN_MS = 600_000;
const PAUSE_MS = 250;

/** Sends a file with an `Idempotency-Key` again and again, like a client, until a server has accepted it. */
export async function uploadUntilTaken(
  { judge, nextPort, violations }: UploadParts,
  account: DrillAccount,
  file: DrillFile,
): Promise<DrillTask> {
  const key = randomUUID();
  const giveUpAt = performance.now() + TAKEN_WITHIN_MS;
  for (;;) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(file.bytes)]), file.name);
    const sent = await ask({
      ...{ port: nextPort(), path: '/v1/verify/batch', token: account.token, method: 'POST', body },
      headers: { 'idempotency-key': key },
    });
    const reply = judge.note(file.name, sent, [202]);
    if (reply !== undefined) {
      const { task_id: taskId, total } = JSON.parse(reply.text) as { task_id: string; total: number };
      violations.expectEqual(`${file.name}: total of the 202`, total, file.statuses.length);
      return new DrillTask(taskId, account, file, violations);
    }
    if (performance.now() > giveUpAt) {
      throw new DrillFailure(`${file.name}: not taken within ${TAKEN_WITHIN_MS} ms; ${judge.line}`);
    }
    await delay(PAUSE_MS);
  }
}
