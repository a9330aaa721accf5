import type {
  FileFacts,
  FilePreview,
  Statement,
  StatusSummary,
  Task,
  TaskWaiting,
  Verification,
} from '@dialproof/core';
import type { WirePreview, WireStatement, WireTask, WireVerification } from '../wire/shapes.js';

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

/** A task as the contract answers it. */
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
    ...wireFile(task.file),
  };
}

export function wirePreview(preview: FilePreview): WirePreview {
  const { file, seen, withoutNumber, credits, balance } = preview;
  return {
    ...wireFile(file),
    sheets: [...preview.sheets],
    sheet_count: preview.sheetCount,
    column_reason: preview.columnReason,
    country_column: preview.countryColumn?.name ?? null,
    country_column_index: preview.countryColumn?.index ?? null,
    seen: { filled: seen.filled, numbers: seen.numbers },
    columns: preview.columns.map(({ index, name, samples }) => ({ index, name, samples: [...samples] })),
    column_count: preview.columnCount,
    first_rows: preview.firstRows.map(({ row, cells, number, reason }) => ({
      row,
      cells: [...cells],
      phone: number,
      reason,
    })),
    total: preview.total,
    numbers: preview.numbers,
    duplicates: preview.duplicates,
    without_number: {
      rows: withoutNumber.rows,
      empty: withoutNumber.empty,
      examples: withoutNumber.examples.map(({ row, text, reason }) => ({ row, text, reason })),
    },
    credits: { held: credits.held, charged: credits.charged },
    balance: { available: balance.available, held: balance.held },
  };
}

export function wireStatement({ entries, nextCursor }: Statement): WireStatement {
  return {
    entries: entries.map(({ entryId, at, kind, credits, taskId }) => ({
      entry_id: entryId,
      at: isoTime(at),
      kind,
      credits,
      task_id: taskId,
    })),
    next_cursor: nextCursor,
  };
}

/** The facts of a file that its reader has found. */
function wireFile({ name, sheet, encoding, phoneColumn, notes }: FileFacts) {
  return {
    file_name: name,
    sheet,
    encoding,
    phone_column: phoneColumn.name,
    phone_column_index: phoneColumn.index,
    notes: notes.map(({ code, hint, rows = null }) => ({ code, hint, rows })),
  };
}

/** A time in milliseconds since 1970 as ISO 8601 in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function wireWaiting({ reason, since, nextTryAt }: TaskWaiting): WireTask['waiting'] {
  return { reason, since: isoTime(since), next_try_at: nextTryAt === null ? null : isoTime(nextTryAt) };
}

// Spelled out: the order on the wire is the glossary's, and nothing else that a store keeps gets out.
function wireSummary({ wa_registered, telegram_registered, dead, inactive, unknown }: StatusSummary) {
  return { wa_registered, telegram_registered, dead, inactive, unknown };
}
