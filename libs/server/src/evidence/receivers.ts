import type { IncomingMessage, ServerResponse } from 'node:http';
import { nodeHandler, type Receiver } from '@dialproof/checkers/evidence';
import {
  CheckerSettingsError,
  type ConfiguredReceivers,
  configuredReceivers,
} from '@dialproof/checkers/settings';
import { DialproofError, type ErrorCode, isDialproofError } from '@dialproof/core';
import type { HttpContract } from '@dialproof/http';
import { NodeRequest, refusalHeaders } from '@dialproof/http/adapter';
import type { Log } from '../log.js';
import { StartRefusal } from '../settings/setting-variable.js';
import type { Settings } from '../settings/settings.js';
import type { Storage } from '../storage/storage.js';

/** The path of each receiver. */
export const RECEIVER_PATHS = {
  whatsapp: '/hooks/whatsapp',
  telegram: '/hooks/telegram',
} as const satisfies Record<keyof ConfiguredReceivers, string>;

/** The receivers of apps' webhooks that are configured, by their paths. */
export type Receivers = ReadonlyMap<string, Receiver>;

/** Makes the receivers of the settings. `checkers` are the names of the checkers. Rejects with StartRefusal where these are wrong. */
export async function openReceivers(
  { secretSettings }: Settings,
  checkers: readonly string[],
  { observations }: Storage,
  log: Log,
): Promise<Receivers> {
  const { telegram, whatsapp } = await configuredReceivers({
    settings: secretSettings,
    store: observations,
    onError: (error) => log.error({ error }, 'a webhook was not recorded'),
  }).catch((error: unknown) => {
    throw error instanceof CheckerSettingsError ? new StartRefusal(error.message) : error;
  });
  const receivers = new Map<string, Receiver>();
  if (whatsapp !== undefined) receivers.set(RECEIVER_PATHS.whatsapp, whatsapp);
  if (telegram !== undefined) receivers.set(RECEIVER_PATHS.telegram, telegram);
  if (receivers.size > 0 && !checkers.includes('evidence')) {
    log.warn('receivers record evidence, but the checker evidence is not among the checkers');
  }
  return receivers;
}

/** A request to a receiver that did not come from the app. */
interface RefusedHook {
  /** The path of the receiver. */
  readonly hook: string;
  readonly reason: ErrorCode;
}

export interface ReceiverParts {
  readonly receivers: Receivers;
  /** The contract, whose limit of failed sign-ins also applies to wrong signatures and secrets. */
  readonly contract: Pick<HttpContract, 'limitGuesses'>;
  readonly onRefused: (refused: RefusedHook, request: IncomingMessage) => void;
}

/** The refusals of callers that are not the app, by status. */
const REFUSALS: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'not_authenticated'],
  [403, 'forbidden'],
]);

/** Answers a request to a receiver that is configured. Returns false for every other request. */
export function answerReceiver(
  { contract, onRefused, receivers }: ReceiverParts,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [hook = ''] = (request.url ?? '').split('?', 1);
  const handler = receivers.get(hook);
  if (handler === undefined) return false;
  const limited = limitedHandler(
    handler,
    (attempt) => contract.limitGuesses(new NodeRequest(request, response), attempt),
    (reason) => onRefused({ hook, reason }, request),
  );
  nodeHandler(limited)(request, response);
  return true;
}

/** Makes an attempt, or rejects with `too_many_requests`. Counts one that rejects with `not_authenticated`. */
type LimitGuesses = (attempt: () => Promise<Response>) => Promise<Response>;

/** A handler whose refusals count as failed sign-ins, also of requests without a signature, since apps send none. */
function limitedHandler(
  handler: Receiver,
  limitGuesses: LimitGuesses,
  onRefused: (reason: ErrorCode) => void,
): Receiver {
  return async (request) => {
    let refused: Response | undefined;
    const attempt = async (): Promise<Response> => {
      const answer = await handler(request);
      const reason = REFUSALS.get(answer.status);
      if (reason === undefined) return answer;
      onRefused(reason);
      refused = answer;
      throw new DialproofError('not_authenticated');
    };
    try {
      return await limitGuesses(attempt);
    } catch (error) {
      if (refused !== undefined) return refused;
      if (!isDialproofError(error, 'too_many_requests')) throw error;
      onRefused(error.code);
      return Response.json({ detail: error.code }, { status: 429, headers: refusalHeaders(error) });
    }
  };
}
