import type { VerificationStatus } from '@dialproof/core';
import type { UpstreamAnswers, UpstreamReply, UpstreamRequest } from './upstream-faults.js';

export interface DialproofUpstreamOptions {
  readonly token: string;
  /** Numbers in E.164 with their status. `failing` is a number whose check failed. Others are `unknown`. */
  readonly numbers: ReadonlyMap<string, VerificationStatus | 'failing'>;
  /** The details of numbers in results with `columns`, beside the status and the time. Default: none. */
  readonly details?: ReadonlyMap<string, { readonly source: string; readonly reason: string }>;
  /** Whether results have a column for the status alone and refuse `columns`, as an older service does. Default false. */
  readonly isOld?: boolean;
  /** How often a task is polled before it is done. Default 1. */
  readonly pollsUntilDone?: number;
}

interface UpstreamTask {
  readonly numbers: readonly string[];
  polls: number;
  isCancelled: boolean;
}

const TASK = /^\/v1\/verify\/tasks\/([^/]+)(\/download|\/cancel)?$/;

/** A service that speaks this API: single checks, and tasks of one column. */
export function dialproofUpstream(options: DialproofUpstreamOptions): UpstreamAnswers {
  const tasks = new Map<string, UpstreamTask>();
  return (request) => {
    if (request.headers.authorization !== `Bearer ${options.token}`) return DIALPROOF_REFUSALS.unauthorized;
    if (request.path === '/v1/credits') return { status: 200, body: { available: 1_000, held: 0 } };
    if (request.path === '/v1/verify') return verify(options, request);
    if (request.path === '/v1/verify/batch') return submit(tasks, request);
    const [, taskId = '', operation] = TASK.exec(request.path) ?? [];
    const task = tasks.get(taskId);
    if (task === undefined) return refusal(404, 'task_not_found');
    if (operation === '/download') return download(options, task, request.query);
    if (operation === '/cancel') task.isCancelled = true;
    else task.polls += 1;
    return { status: 200, body: wireTask(options, taskId, task) };
  };
}

export const DIALPROOF_REFUSALS = {
  unauthorized: refusal(401, 'not_authenticated'),
  suspended: refusal(403, 'account_suspended'),
  outOfFunds: refusal(402, 'insufficient_credits'),
  throttled: refusal(429, 'too_many_requests', { 'retry-after': '3' }),
  overloaded: refusal(503, 'overloaded', { 'retry-after': '3' }),
} as const;

function refusal(status: number, detail: string, headers: Record<string, string> = {}): UpstreamReply {
  return { status, headers, body: { detail } };
}

function statusOf({ numbers }: DialproofUpstreamOptions, number: string): VerificationStatus {
  const status = numbers.get(number) ?? 'unknown';
  return status === 'failing' ? 'unknown' : status;
}

function verify(options: DialproofUpstreamOptions, { body }: UpstreamRequest): UpstreamReply {
  // A request of another shape is a defect of the checker, which its test sees.
  const { phone }: { phone: string } = JSON.parse(body);
  return {
    status: 200,
    body: { phone, status: statusOf(options, phone), checked_at: '2026-03-01T10:00:00.000Z' },
  };
}

/** The file is the only part of the form that holds numbers. */
function submit(tasks: Map<string, UpstreamTask>, { body }: UpstreamRequest): UpstreamReply {
  const taskId = `task-${tasks.size}`;
  const numbers = Array.from(body.matchAll(/^\+\d{7,15}(?=\r?$)/gm), ([number]) => number);
  tasks.set(taskId, { numbers, polls: 0, isCancelled: false });
  return { status: 202, body: { task_id: taskId, total: numbers.length, status: 'queued' } };
}

function isDone(
  { pollsUntilDone = 1 }: DialproofUpstreamOptions,
  { isCancelled, polls }: UpstreamTask,
): boolean {
  return !isCancelled && polls >= pollsUntilDone;
}

function wireTask(options: DialproofUpstreamOptions, task_id: string, task: UpstreamTask): object {
  const done = isDone(options, task);
  const total = task.numbers.length;
  const summary = { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 };
  for (const number of done ? task.numbers : []) summary[statusOf(options, number)] += 1;
  const failed = task.numbers.filter((number) => options.numbers.get(number) === 'failing').length;
  return {
    task_id,
    status: task.isCancelled ? 'failed' : done ? 'done' : 'processing',
    total,
    processed: done ? total : 0,
    summary,
    checks_failed: done ? failed : 0,
    failure_reason: task.isCancelled ? 'cancelled' : null,
    waiting: null,
    credits: { held: done ? 0 : total, charged: done ? total - failed : 0 },
  };
}

const DETAILED = ['status', 'source', 'reason', 'checked_at'] as const;

function download(
  options: DialproofUpstreamOptions,
  task: UpstreamTask,
  query: UpstreamRequest['query'],
): UpstreamReply {
  if (!isDone(options, task)) return refusal(409, 'task_not_done');
  const isDetailed = query.has('columns');
  if (isDetailed && (options.isOld === true || query.get('columns') !== DETAILED.join()))
    return refusal(422, 'invalid_query');
  const columns = isDetailed ? DETAILED : (['status'] as const);
  const header = ['phone', ...columns.map((column) => `verification_${column}`)];
  const rows = task.numbers.map((number) => [
    number,
    statusOf(options, number),
    ...(isDetailed ? detailsOf(options, number) : []),
  ]);
  const body = [header, ...rows].map((cells) => `${cells.map(csvCell).join()}\r\n`).join('');
  return { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, body };
}

function detailsOf({ details, numbers }: DialproofUpstreamOptions, number: string): readonly string[] {
  if (numbers.get(number) === 'failing') return ['', '', ''];
  const { reason = '', source = '' } = details?.get(number) ?? {};
  return [source, reason, '2026-03-01T10:00:00Z'];
}

function csvCell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
