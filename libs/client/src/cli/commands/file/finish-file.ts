import type { Task } from '../../../api/api.js';
import type { TaskHandle } from '../../../tasks/task-handle.js';
import { CommandFailure, EXIT_CODES } from '../../failures/failure.js';
import type { Host } from '../../host.js';
import type { LocalService } from '../../local/local-service.js';
import type { Verifier } from '../../settings/with-verifier.js';
import { warnIfSandbox } from '../../terminal/notices.js';
import { paintOn, wrapped, writeJson } from '../../terminal/output.js';
import { taskSummary } from '../../terminal/task-summary.js';
import { assertWritable, keepResult, writeResult } from './result-file.js';
import { partialPath, queryOf } from './result-options.js';
import type { FileOptions } from './submit-file.js';

type FinishOptions = FileOptions & { readonly out: string };

/** Writes the result of an ended task, and prints a summary. Throws `CommandFailure` for a task that failed. */
export async function finishFile(
  handle: TaskHandle,
  task: Task,
  options: FinishOptions,
  verifier: Verifier,
  host: Host,
): Promise<void> {
  const { local } = verifier;
  const path = await written(handle, task, options, { local, host });
  warnIfSandbox(verifier, host);
  printSummary(task, path, options, { local, host });
  if (options.json) await writeJson(host, { ...task, result: path ?? null });
  if (task.status === 'done') return;
  if (local !== undefined) throw await localFailure(task, local, host);
  throw taskFailure(task);
}

/** The end of the program for a task that failed at the server. */
export function taskFailure({ failure_reason, task_id }: Task): CommandFailure {
  return new CommandFailure(
    EXIT_CODES.taskFailed,
    `The task failed (${failure_reason}). Continue with the rest:\n  dialproof retry ${task_id}`,
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
  { out, force, ...options }: FinishOptions,
  { local, host }: Surroundings,
): Promise<string | undefined> {
  const isDone = status === 'done';
  const path = isDone || out === '-' ? out : partialPath(out);
  const query = { ...queryOf(options, out), partial: isDone ? undefined : true };
  if (!isDone && credits.charged === 0) return undefined;
  if (local !== undefined) {
    await keepResult(handle, path, { query, force, host });
    return path;
  }
  // A pipe expects a whole result, and the server keeps the partial one.
  if (!isDone && out === '-') return undefined;
  if (!isDone) await assertWritable(path, force);
  await writeResult(handle, path, query, host);
  return path;
}

/** A failure to print for people is ignored: the result is written. */
function printSummary(
  task: Task,
  path: string | undefined,
  { json, out }: FinishOptions,
  { local, host }: Surroundings,
): void {
  // The standard output has the result, or the JSON.
  const output = out === '-' || json ? host.stderr : host.stdout;
  const isDone = task.status === 'done';
  for (const line of taskSummary(task, paintOn(output, host.env), local?.verifiedBy)) {
    output.write(`${wrapped(line, output)}\n`);
  }
  if (path !== undefined && path !== '-') output.write(`Wrote ${path}\n`);
  if (isDone && task.checks_failed > 0 && local === undefined) {
    host.stderr.write(`Check the rest again with:\n  dialproof retry ${task.task_id}\n`);
  }
}

async function localFailure(
  { failure_reason: reason }: Task,
  local: LocalService,
  { signal }: Host,
): Promise<unknown> {
  if (signal.aborted) return signal.reason;
  const advice =
    reason === 'checker_unavailable' ? await local.outageAdvice() : `The task failed (${reason}).`;
  return new CommandFailure(EXIT_CODES.taskFailed, advice);
}
