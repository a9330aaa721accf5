import type { Account } from './account.js';
import { type Ending, isTroubled, NOTICED_WITHIN_MS, SETTLING_STEP_MS } from './ending.js';
import type { Job } from './plan.js';
import type { Question } from './upstream.js';

/** The time that a process needs besides that of the call. */
const SLACK_MS = 100;

/** Judges the questions about one number, in the order in which they were asked. */
export function judgeQuestions(
  ending: Ending,
  account: Account,
  job: Job,
  questions: readonly Question[],
): void {
  const calledOff = account.calledOffAt.get(job.id) ?? [];
  for (const [at, question] of questions.entries()) {
    const { askedAt, asker, number } = question;
    const violated = (what: string) => ending.world.violated(`${account.name}: ${number} ${what}`);
    if (isLeftUnanswered(ending, question)) violated(`was asked by ${asker}, and nobody gave it up`);
    for (const later of questions.slice(at + 1)) {
      if (calledOff.some((time) => time >= askedAt && time <= later.askedAt)) continue;
      if (isAskedBeside(ending, question, later)) violated(`is asked by ${later.asker} beside ${asker}`);
      if (isAskedInVain(ending, question, later))
        violated(`is asked again by ${asker}, which has a late answer`);
    }
  }
}

/** A call that passes its deadline is aborted after as long again. */
function isLeftUnanswered(
  ending: Ending,
  { abortedAt, askedAt, asker, deadlineAt, isSilent }: Question,
): boolean {
  const dueAt = deadlineAt + (deadlineAt - askedAt) + SLACK_MS;
  // After the last job, the deadline and the abort may each be one step of the clock late.
  const until = dueAt < ending.steppedFrom ? dueAt : dueAt + 2 * SETTLING_STEP_MS;
  if (!isSilent || until > ending.world.now || isTroubled(ending, asker, askedAt, until)) return false;
  return abortedAt === undefined || abortedAt > until;
}

/** Two processes do not work on a chunk at the same time: whoever has it claims it, and keeps its lease. */
function isAskedBeside(ending: Ending, question: Question, later: Question): boolean {
  const { answeredAt = 0, askedAt, asker, deadlineAt } = question;
  if (later.askedAt >= Math.min(answeredAt, deadlineAt)) return false;
  return (
    !isTroubled(ending, asker, askedAt - NOTICED_WITHIN_MS, later.askedAt) &&
    !isTroubled(ending, later.asker, later.askedAt - NOTICED_WITHIN_MS, later.askedAt)
  );
}

/** An answer that comes between the deadline of its call and the abort is kept, and the next check in its process takes it. */
function isAskedInVain(ending: Ending, question: Question, later: Question): boolean {
  const { answeredAt, askedAt, asker, deadlineAt } = question;
  if (answeredAt === undefined || later.asker !== asker || later.askedAt <= answeredAt) return false;
  const isKept = answeredAt > deadlineAt && answeredAt < deadlineAt + (deadlineAt - askedAt);
  return isKept && !isTroubled(ending, asker, askedAt, later.askedAt);
}
