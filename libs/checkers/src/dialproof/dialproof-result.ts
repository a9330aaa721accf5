import { type CheckAnswer, type CheckContext, isVerificationStatus } from '@dialproof/core';
import { z } from 'zod';
import { AnswersByNumber } from '../upstream/answers-by-number.js';
import type { Quotable } from '../upstream/quotable.js';
import { type DialproofApi, SOURCE } from './dialproof-api.js';

/** A task that has ended. */
export interface EndedTask {
  /** The count of its numbers. */
  readonly numbers: number;
  readonly checks_failed: number;
}

const HEADER = 'phone,verification_status';
const DETAILED_HEADER = `${HEADER},verification_source,verification_reason,verification_checked_at`;
/** A line whose reason consists of quotes has some 240 bytes. */
const BYTES_PER_LINE = 256;

/** A number and three short words have some hundred characters. A reply of megabytes in one cell, of quotes alone, would stop the event loop. */
const LONGEST_LINE = 4096;
/** The statuses with which a service refuses an unknown `columns`. */
const UNKNOWN_QUERY: readonly number[] = [400, 422];

const checkedAtCell = z.iso.datetime();

/** Downloads the answers of a task, with their sources if the service gives them. */
export async function downloadAnswers(
  api: DialproofApi,
  path: string,
  task: EndedTask,
  context: CheckContext,
): Promise<AnswersByNumber> {
  const request = { method: 'GET', maxBytes: 65_536 + task.numbers * BYTES_PER_LINE };
  // A service may put an apostrophe before cells that begin with a plus unless it is asked not to.
  const plain = `${path}/download?neutralize_formulas=false`;
  const detailed = `${plain}&columns=status,source,reason,checked_at`;
  let reply = await api.ask(detailed, { ...request, refusals: UNKNOWN_QUERY }, context);
  if (!reply.isSuccess) reply = await api.ask(plain, request, context);
  const [header = '', ...lines] = reply.text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (header !== HEADER && header !== DETAILED_HEADER) throw api.failure('answered with another file');
  const columns = header.split(',').length;
  const answers = new AnswersByNumber();
  for (const line of lines) {
    if (line.length > LONGEST_LINE) continue;
    const cells = cellsOf(line);
    if (cells.length === columns) answers.add(cells[0], answerIn(cells, task, reply.quotable));
  }
  return answers;
}

/** Undefined for a failed check: it is `unknown`, and there is no time at which it was answered. */
function answerIn(cells: readonly string[], task: EndedTask, quotable: Quotable): CheckAnswer | undefined {
  const [, status, source, reason, checkedAt = ''] = cells;
  if (!isVerificationStatus(status)) return undefined;
  if (status === 'unknown' && checkedAt === '' && task.checks_failed > 0) return undefined;
  const why = quotable(reportedReason.safeParse(reason).data);
  const when = checkedAtCell.safeParse(checkedAt).data;
  return {
    status,
    source: quotable(reportedSource.parse(source)) ?? SOURCE,
    ...(why === undefined ? {} : { reason: why }),
    ...(when === undefined ? {} : { checkedAt: new Date(when) }),
  };
}

const CELL = /("(?:[^"]|"")*"|[^,]*)(?:,|$)/gy;

/** No cell of the columns that are asked for has a line break in it. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (const { 0: whole, 1: cell = '' } of line.matchAll(CELL)) {
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (!whole.endsWith(',')) break;
  }
  return cells;
}

/** The source of an answer, as the service reports it. A malformed one is replaced by this checker's own. */
export const reportedSource = z.stringFormat('source', /^[a-z0-9_.-]{1,40}$/).catch(SOURCE);

/** The reason of an answer, as the service reports it. A malformed one is left out. */
export const reportedReason = z
  .stringFormat('reason', /^[ -~]{1,60}$/)
  .optional()
  .catch(undefined);
