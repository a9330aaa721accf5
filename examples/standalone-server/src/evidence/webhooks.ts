import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeWebhookHandler, nodeHandler } from '@dialproof/checkers/evidence';
import {
  CheckerSettingsError,
  type ConfiguredWebhooks,
  configuredWebhooks,
} from '@dialproof/checkers/settings';
import { sendContinue } from '@dialproof/http';
import type { Log } from '../logging.js';
import type { Settings } from '../settings.js';
import { StartRefusal } from '../start-refusal.js';
import type { Storage } from '../storage.js';

/** Where each webhook is mounted. */
export const WEBHOOK_PATHS = {
  whatsapp: '/hooks/whatsapp',
  telegram: '/hooks/telegram',
} as const satisfies Record<keyof ConfiguredWebhooks, string>;

/** The webhooks that are configured, by their paths. */
export type Webhooks = ReadonlyMap<string, NodeWebhookHandler>;

/** Makes the webhooks of the settings. Rejects with StartRefusal where these are wrong. */
export async function openWebhooks(
  { checker, checkerSettings }: Settings,
  { observations }: Storage,
  log: Log,
): Promise<Webhooks> {
  const { telegram, whatsapp } = await configuredWebhooks({
    settings: checkerSettings,
    store: observations,
    onError: (error) => log.error({ error }, 'a webhook was not recorded'),
  }).catch((error: unknown) => {
    throw error instanceof CheckerSettingsError ? new StartRefusal(error.message) : error;
  });
  const webhooks = new Map<string, NodeWebhookHandler>();
  if (whatsapp !== undefined) webhooks.set(WEBHOOK_PATHS.whatsapp, nodeHandler(whatsapp));
  if (telegram !== undefined) webhooks.set(WEBHOOK_PATHS.telegram, nodeHandler(telegram));
  if (webhooks.size > 0 && !/(^|,)\s*evidence\s*(,|$)/.test(checker)) {
    log.warn('webhooks record evidence, but DIALPROOF_CHECKER does not name the checker evidence');
  }
  return webhooks;
}

/** Answers a request to a webhook that is configured. Returns false for every other request. */
export function answerWebhook(
  webhooks: Webhooks,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const handler = webhooks.get(path);
  if (handler === undefined) return false;
  sendContinue(request, response);
  handler(request, response);
  return true;
}
