import type { StatusSummary, Task, TaskWaiting, Verification } from '@dialproof/core';
import type { WireTask, WireVerification } from './wire/shapes.js';

export function wireVerification({
  phone,
  status,
  checkedAt,
  source,
  reason,
}: Verification): WireVerification {
  return {
    phone,
    status,
    checked_at: isoTime(checkedAt),
    ...(source === undefined ? {} : { source }),
    ...(reason === undefined ? {} : { reason }),
  };
}

export function wireTask(task: Task): WireTask {
  return {
    task_id: task.taskId,
    status: task.status,
    total: task.total,
    processed: task.processed,
    summary: wireSummary(task.summary),
    sources: task.sources,
    checks_failed: task.checksFailed,
    created_at: isoTime(task.createdAt),
    started_at: task.startedAt === null ? null : isoTime(task.startedAt),
    finished_at: task.finishedAt === null ? null : isoTime(task.finishedAt),
    failure_reason: task.failureReason,
    waiting: task.waiting === null ? null : wireWaiting(task.waiting),
    credits: { held: task.credits.held, charged: task.credits.charged },
    file_name: task.file.name,
    sheet: task.file.sheet,
    encoding: task.file.encoding,
    phone_column: task.file.phoneColumn.name,
    notes: task.file.notes.map(({ code, hint }) => ({ code, hint })),
  };
}

/** A time in milliseconds since 1970 as ISO 8601 in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function wireWaiting({ reason, since, nextTryAt }: TaskWaiting): WireTask['waiting'] {
  return { reason, since: isoTime(since), next_try_at: isoTime(nextTryAt) };
}

// Spelled out: the order on the wire is the glossary's, and nothing else that a store keeps gets out.
function wireSummary({ wa_registered, telegram_registered, dead, inactive, unknown }: StatusSummary) {
  return { wa_registered, telegram_registered, dead, inactive, unknown };
}
