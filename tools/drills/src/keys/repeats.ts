import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure } from '../drill-failure.js';
import { type KeyedReply, type KeyedRequest, send } from './keyed-request.js';
import type { CutRequest, KeysState } from './keys-state.js';

/** The requests at the kills, by the result of their first repeat. */
export interface RepeatFigures {
  /** Answered before the kill. */
  readonly answeredBefore: number;
  /** Answered from the kept reply, although no answer had arrived. */
  readonly keptUnseen: number;
  /** Begun by a killed server: the repeat had to wait for the end of the lease. */
  readonly begun: number;
  /** Unknown: the server had not begun them. */
  readonly unknown: number;
}

export interface AnsweredRequest {
  readonly request: KeyedRequest;
  readonly reply: KeyedReply;
}

/** A lease lasts 30 seconds. */
const ANSWERED_WITHIN_MS = 90_000;
const AGAIN_AFTER_MS = 250;

/** Repeats each request until it is answered, and once more. */
export async function checkRepeats(
  state: KeysState,
  cut: readonly CutRequest[],
): Promise<RepeatFigures & { readonly answered: readonly AnsweredRequest[] }> {
  const { violations } = state;
  const figures = { answeredBefore: 0, keptUnseen: 0, begun: 0, unknown: 0 };
  const answered: AnsweredRequest[] = [];
  for (const { answer, request } of cut) {
    const { label } = request;
    const { reply, waited } = await untilAnswered(state, request);
    const found = foundBy(answer, reply, waited);
    figures[found] += 1;
    if (reply.status >= 300) violations.add(`${label}: the repeat is ${reply.status} ${reply.body}`);
    if (answer !== undefined) expectReplay(state, `${label}, answered before the kill`, reply, answer);
    const again = await untilAnswered(state, request);
    expectReplay(state, `${label}, repeated again`, again.reply, reply);
    answered.push({ request, reply });
  }
  return { ...figures, answered };
}

function foundBy(
  answer: KeyedReply | undefined,
  { isReplayed }: KeyedReply,
  waited: boolean,
): keyof RepeatFigures {
  if (answer !== undefined) return 'answeredBefore';
  if (isReplayed) return 'keptUnseen';
  return waited ? 'begun' : 'unknown';
}

async function untilAnswered(
  { account, client }: KeysState,
  request: KeyedRequest,
): Promise<{ readonly reply: KeyedReply; readonly waited: boolean }> {
  const giveUpAt = performance.now() + ANSWERED_WITHIN_MS;
  let waited = false;
  for (;;) {
    const reply = await send({ base: client.base, token: account.token }, request);
    if (reply === undefined) throw new DrillFailure(`${request.label}: the connection of a repeat broke`);
    if (reply.status !== 409) return { reply, waited };
    if (performance.now() > giveUpAt) {
      throw new DrillFailure(`${request.label}: no answer within ${ANSWERED_WITHIN_MS} ms: ${reply.body}`);
    }
    waited = true;
    await delay(AGAIN_AFTER_MS);
  }
}

function expectReplay(
  { violations }: KeysState,
  what: string,
  found: KeyedReply,
  { body, status }: KeyedReply,
): void {
  if (!found.isReplayed) violations.add(`${what}: the repeat was done anew`);
  violations.expectEqual(`${what}: the status of the repeat`, found.status, status);
  violations.expectEqual(`${what}: the body of the repeat`, found.body, body);
}
