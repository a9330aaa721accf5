import type { Task } from '../../../shapes/task.js';
import type { TaskHandle } from '../../../tasks/task-handle.js';
import { CommandFailure, EXIT_CODES } from '../../failure.js';
import type { Host } from '../../host.js';
import type { LocalService } from '../../local/local-service.js';
import type { Verifier } from '../../settings/with-verifier.js';
import { paintOn } from '../../terminal/style.js';
import { taskSummary } from '../../terminal/task-summary.js';
import { writeJson } from '../output.js';
import { type FileOptions, partialPath } from './file-options.js';
import { assertWritable, keepResult, writeResult } from './result-file.js';

type FinishOptions = FileOptions & { readonly out: string };

/** Writes the result of an ended task, and prints a summary. Resolves to the exit code of a task that is done. */
export async function finishFile(
  handle: TaskHandle,
  task: Task,
  options: FinishOptions,
  { local }: Verifier,
  host: Host,
): Promise<number> {
  const path = await written(handle, task, options, { local, host });
  tellSummary(task, path, options, { local, host });
  if (options.isJson) await writeJson(host, { ...task, result: path ?? null });
  if (task.status === 'done') return EXIT_CODES.done;
  const reason = task.failure_reason ?? 'no reason is known';
  if (local !== undefined) throw await localFailure(reason, local, host);
  throw new CommandFailure(
    EXIT_CODES.taskFailed,
    `The task failed (${reason}). Go on with the rest: dialproof retry ${handle.id}`,
  );
}

interface Surroundings {
  readonly local: LocalService | undefined;
  readonly host: Host;
}

/** The path of the written file; undefined if there is nothing to write. */
async function written(
  handle: TaskHandle,
  { credits, status }: Task,
  { out, query, isForced }: FinishOptions,
  { local, host }: Surroundings,
): Promise<string | undefined> {
  const isDone = status === 'done';
  const path = isDone || out === '-' ? out : partialPath(out);
  const wanted = isDone ? query : { ...query, partial: true };
  if (!isDone && credits.charged === 0) return undefined;
  if (local !== undefined) {
    await keepResult(handle, path, { query: wanted, isForced, host });
    return path;
  }
  // A pipe expects a whole result, and the server keeps the partial one.
  if (!isDone && out === '-') return undefined;
  if (!isDone) await assertWritable(path, isForced);
  await writeResult(handle, path, wanted, host);
  return path;
}

/** A failure to print for people is ignored: the result is written. */
function tellSummary(
  task: Task,
  path: string | undefined,
  { isJson, out }: FinishOptions,
  { local, host }: Surroundings,
): void {
  // The standard output has the result, or the JSON.
  const output = out === '-' || isJson ? host.stderr : host.stdout;
  const isDone = task.status === 'done';
  for (const line of taskSummary(task, paintOn(output, host.env), local?.verifiedBy)) {
    output.write(`${line}\n`);
  }
  if (path !== undefined && path !== '-') output.write(`Wrote ${path}\n`);
  if (isDone && task.checks_failed > 0 && local === undefined) {
    host.stderr.write(`Check the rest again with: dialproof retry ${task.task_id}\n`);
  }
}

async function localFailure(reason: string, local: LocalService, { signal }: Host): Promise<unknown> {
  if (signal.aborted) return signal.reason;
  const advice =
    reason === 'checker_unavailable' ? await local.outageAdvice() : `The task failed (${reason}).`;
  return new CommandFailure(EXIT_CODES.taskFailed, advice);
}
