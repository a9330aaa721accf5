import type { WebhookHandler } from '@dialproof/checkers/evidence';
import {
  CheckerSettingsError,
  type ConfiguredWebhooks,
  configuredWebhooks,
} from '@dialproof/checkers/settings';
import type { Log } from '../log/logging.js';
import type { Settings } from '../settings/settings.js';
import { StartRefusal } from '../settings/start-refusal.js';
import type { Storage } from '../storage/storage.js';

/** The path of each webhook. */
export const WEBHOOK_PATHS = {
  whatsapp: '/hooks/whatsapp',
  telegram: '/hooks/telegram',
} as const satisfies Record<keyof ConfiguredWebhooks, string>;

/** The webhooks that are configured, by their paths. */
export type Webhooks = ReadonlyMap<string, WebhookHandler>;

/** Makes the webhooks of the settings. `checkers` are the names of the checkers. Rejects with StartRefusal where these are wrong. */
export async function openWebhooks(
  { secretSettings }: Settings,
  checkers: readonly string[],
  { observations }: Storage,
  log: Log,
): Promise<Webhooks> {
  const { telegram, whatsapp } = await configuredWebhooks({
    settings: secretSettings,
    store: observations,
    onError: (error) => log.error({ error }, 'a webhook was not recorded'),
  }).catch((error: unknown) => {
    throw error instanceof CheckerSettingsError ? new StartRefusal(error.message) : error;
  });
  const webhooks = new Map<string, WebhookHandler>();
  if (whatsapp !== undefined) webhooks.set(WEBHOOK_PATHS.whatsapp, whatsapp);
  if (telegram !== undefined) webhooks.set(WEBHOOK_PATHS.telegram, telegram);
  if (webhooks.size > 0 && !checkers.includes('evidence')) {
    log.warn('webhooks record evidence, but the checker evidence is not among the checkers');
  }
  return webhooks;
}
