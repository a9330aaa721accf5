import type { Receiver } from '@dialproof/checkers/evidence';
import {
  CheckerSettingsError,
  type ConfiguredReceivers,
  configuredReceivers,
} from '@dialproof/checkers/settings';
import type { Log } from '../log/logging.js';
import type { Settings } from '../settings/settings.js';
import { StartRefusal } from '../settings/start-refusal.js';
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
