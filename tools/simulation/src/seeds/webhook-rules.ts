import { createHmac } from 'node:crypto';
import type { Account, Happening, WebhookEnd } from './account.js';
import { type Ending, isTroubled } from './ending.js';
import { FOR_GOOD, type ReceiverPlan } from './plan.js';
import type { Arrival } from './receivers.js';

/** What is under way arrives within this time, where its process is not in trouble. */
const UNDER_WAY_MS = 1_000;

/** An idle worker looks for messages of other processes at this interval, besides its pause. */
const POLLS_MS = 5_000;

/** Judges the webhooks of an account. */
export function judgeWebhooks(ending: Ending, account: Account): void {
  for (const [job, end] of account.ends) {
    if (job.kind !== 'webhook' || end.kind !== 'webhook') continue;
    const arrivals = ending.arrivals.filter(({ url }) => url === end.url);
    const name = `${account.name}'s webhook ${job.id}`;
    const violated = (what: string) => ending.world.violated(`${name} ${what}`);
    judgeStop(ending, Math.min(end.removedAt ?? FOR_GOOD, account.erasedAt), arrivals, violated);
    for (const arrival of arrivals) judgeMessage(ending, end, arrival, violated);
    // The ends of an erased account's runs are not known.
    if (account.isErased) continue;
    judgeRepeats(account, arrivals, violated);
    if (end.removedAt !== null) continue;
    judgeDeliveries(account, end, job.receiver, arrivals, violated);
    if (job.receiver.trouble === 'none') judgeTimes(ending, account, end, arrivals, violated);
  }
}

type Violated = (what: string) => void;

/** Nothing is sent to a webhook that is deleted or whose account is erased. */
function judgeStop(
  ending: Ending,
  stoppedAt: number,
  arrivals: readonly Arrival[],
  violated: Violated,
): void {
  for (const { at, sender } of arrivals) {
    if (at > stoppedAt + UNDER_WAY_MS && !isTroubled(ending, sender, stoppedAt - UNDER_WAY_MS, at))
      violated('is gone and still gets messages');
  }
}

/** A message is signed anew at each try, with every secret that is valid: the old one for a day after a rotation. */
function judgeMessage(
  ending: Ending,
  { secrets }: WebhookEnd,
  { at, body, headers, sender }: Arrival,
  violated: Violated,
): void {
  const { 'webhook-id': id, 'webhook-signature': signature = '', 'webhook-timestamp': signedAt } = headers;
  const isLeftOver = isTroubled(ending, sender, at - UNDER_WAY_MS, at);
  const clocksAgree = !ending.plan.faults.some(({ kind }) => kind === 'clock jumps');
  const age = ending.world.clock.now() - ending.world.now + at - Number(signedAt) * 1_000;
  if (clocksAgree && !isLeftOver && (age < 0 || age > UNDER_WAY_MS * 2))
    violated(`gets a message ${age} ms old`);
  for (const { from, secret } of secrets) {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${signedAt}.${body}`).digest('base64');
    const isKnown = from < at - UNDER_WAY_MS && (from === 0 || !isLeftOver);
    if (isKnown && !signature.split(' ').includes(`v1,${expected}`))
      violated('gets a message without its signature');
  }
}

/** Each event has one id, however often it is delivered. */
function judgeRepeats({ happenings }: Account, arrivals: readonly Arrival[], violated: Violated): void {
  for (const event of new Set(arrivals.map(eventIn))) {
    const ids = idsOf(arrivals.filter((arrival) => eventIn(arrival) === event));
    const times = happenings.filter((happening) => eventOf(happening) === event).length;
    if (ids.size > times) violated(`gets ${event} under ${ids.size} ids, and it happened ${times} times`);
  }
}

/** Each event is accepted at least once, unless the receiver never recovers. Then its delivery is listed as failed. */
function judgeDeliveries(
  { deliveries, happenings }: Account,
  { madeAt, webhookId }: WebhookEnd,
  { trouble, until }: ReceiverPlan,
  arrivals: readonly Arrival[],
  violated: Violated,
): void {
  const accepted = arrivals.filter(({ status }) => status === 204);
  const due = happenings.filter(({ from }) => from >= madeAt).map(eventOf);
  const missed = [...new Set(due)].reduce((sum, event) => {
    const times = due.filter((other) => other === event).length;
    return sum + Math.max(0, times - idsOf(accepted.filter((arrival) => eventIn(arrival) === event)).size);
  }, 0);
  const shown = deliveries.get(webhookId) ?? [];
  const open = shown.filter(({ state }) => state !== 'delivered');
  const isLost = (trouble !== 'none' && until === FOR_GOOD) || arrivals.some(({ status }) => status === 410);
  if (missed > 0 && !isLost) violated(`has missed ${missed} events`);
  if (missed > open.length) violated(`has missed ${missed} events, and ${open.length} are shown`);
  if (open.some(({ state }) => state === 'waiting') && until !== FOR_GOOD)
    violated('still waits for a delivery');
  const ids = idsOf(accepted);
  if (shown.some(({ event_id, state }) => state === 'delivered' && !ids.has(event_id)))
    violated('is said to have got what it has not accepted');
}

/** A working receiver gets a message soon, whatever happens to others. Only in worlds whose processes have no trouble. */
function judgeTimes(
  { plan, world }: Ending,
  { happenings }: Account,
  { madeAt }: WebhookEnd,
  arrivals: readonly Arrival[],
  violated: Violated,
): void {
  if (plan.faults.length + plan.acts.length + plan.nights.length > 0) return;
  for (const happening of happenings.filter(({ from }) => from >= madeAt)) {
    const first = arrivals.find((arrival) => eventIn(arrival) === eventOf(happening));
    const tookMs = (first?.at ?? world.now) - happening.to;
    if (tookMs > plan.maxIdleMs + POLLS_MS) violated(`gets ${eventOf(happening)} after ${tookMs} ms`);
  }
}

function idsOf(arrivals: readonly Arrival[]): ReadonlySet<string> {
  return new Set(arrivals.map(({ headers }) => headers['webhook-id'] ?? ''));
}

function eventOf({ taskId, type }: Happening): string {
  return `${type} ${taskId}`;
}

function eventIn({ body }: Arrival): string {
  // The body of every event of a task or a list.
  const { data, type } = JSON.parse(body) as { type: string; data: { task_id: string } };
  return `${type} ${data.task_id}`;
}
