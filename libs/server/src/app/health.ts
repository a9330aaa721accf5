import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, systemClock, type VerificationService } from '@dialproof/core';
import { sendJson } from './http-server.js';
import type { Lifecycle } from './lifecycle.js';

export interface HealthParts {
  readonly lifecycle: Lifecycle;
  /** Rejects when the store does not answer. */
  readonly askStore: () => Promise<unknown>;
  readonly service: Pick<VerificationService, 'checkerOutage'>;
}

/**
 * `GET /healthz`: the process lives. `GET /readyz`: it takes work; `checker` says why no number can be checked at present, for which a
 * server need not be taken out of service, since files are taken and wait. Returns false for every other request.
 */
export function answerHealth(
  parts: HealthParts,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  switch (request.url) {
    case '/healthz':
      sendJson(response, 200, { status: 'ok' });
      return true;
    case '/readyz':
      void answerReadiness(parts, response);
      return true;
    default:
      return false;
  }
}

async function answerReadiness(
  { lifecycle, askStore, service }: HealthParts,
  response: ServerResponse,
): Promise<void> {
  if (lifecycle.phase !== 'ready') return sendJson(response, 503, { status: lifecycle.phase });
  const answers = await askStore().then(
    () => true,
    () => false,
  );
  if (!answers) return sendJson(response, 503, { status: 'store_unavailable' });
  sendJson(response, 200, { status: 'ready', checker: (await service.checkerOutage()) ?? 'ok' });
}

/** The longest wait of a request for readiness. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Merges concurrent probes into one, since a probe writes to the disk and anybody may request it. Rejects with the probe's error, and if it
 * takes longer than two seconds; further calls then reject likewise until it has ended.
 */
export function sharedProbe(probe: () => Promise<void>, clock: Clock = systemClock): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return async () => {
    underWay ??= probe().finally(() => {
      underWay = undefined;
    });
    let cancel = () => {};
    const late = new Promise<never>((_, reject) => {
      cancel = clock.schedule(ANSWER_WITHIN_MS, () =>
        reject(new Error('the store takes too long to answer')),
      );
    });
    try {
      await Promise.race([underWay, late]);
    } finally {
      cancel();
    }
  };
}
