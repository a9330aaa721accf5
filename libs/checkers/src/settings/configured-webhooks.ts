import type { ObservationStore } from '@dialproof/core';
import { assertOptionNames } from '@dialproof/core';
import { SECRET_TOKEN, telegramWebhook } from '../evidence/webhooks/telegram-webhook.js';
import type { WebhookHandler } from '../evidence/webhooks/webhook-handler.js';
import { readSecret, type SecretForm } from '../evidence/webhooks/webhook-secret.js';
import { APP_SECRET, VERIFY_TOKEN, whatsappWebhook } from '../evidence/webhooks/whatsapp-webhook.js';
import type { Secret } from '../upstream/secret.js';
import type { CheckerVariable } from './checker-variables.js';
import { CheckerSettingsError, messageOf, type SettingTexts, SettingValues } from './setting-values.js';

const WHATSAPP_APP_SECRET = 'DIALPROOF_WHATSAPP_APP_SECRET';
const WHATSAPP_VERIFY_TOKEN = 'DIALPROOF_WHATSAPP_VERIFY_TOKEN';
const TELEGRAM_SECRET_TOKEN = 'DIALPROOF_TELEGRAM_SECRET_TOKEN';

/** The settings of the webhooks that record evidence. Each may be in a file. */
export const WEBHOOK_VARIABLES: readonly CheckerVariable[] = [
  {
    name: WHATSAPP_APP_SECRET,
    meaning: 'app secret of the Meta app whose webhooks are taken; needs the verify token too',
    isSecret: true,
  },
  {
    name: WHATSAPP_VERIFY_TOKEN,
    meaning: 'verify token: a text of yours, the same as in the settings of the Meta app',
    isSecret: true,
  },
  {
    name: TELEGRAM_SECRET_TOKEN,
    meaning: '`secret_token` that `setWebhook` of the bot was called with',
    isSecret: true,
  },
];

export interface ConfiguredWebhooksOptions {
  /** The settings, such as an environment. Only those of `WEBHOOK_VARIABLES` are read. */
  readonly settings: SettingTexts;
  /** The store of the observations. */
  readonly store: Pick<ObservationStore, 'record'>;
  /** Hears why a webhook was answered with 500 or 503. */
  readonly onError: (error: unknown) => void;
}

/** The webhooks whose settings are there; undefined for the others. */
export interface ConfiguredWebhooks {
  readonly whatsapp: WebhookHandler | undefined;
  readonly telegram: WebhookHandler | undefined;
}

/**
 * Makes the webhooks of settings. Secrets in files are read again for each request. Rejects with {@link CheckerSettingsError} for a missing or
 * malformed secret, and for a file that cannot be read.
 */
export async function configuredWebhooks(given: ConfiguredWebhooksOptions): Promise<ConfiguredWebhooks> {
  assertOptionNames('configuredWebhooks', given, { onError: true, settings: true, store: true });
  const { settings, ...options } = given;
  const values = new SettingValues(settings);
  const appSecret = await wellFormed(values, WHATSAPP_APP_SECRET, APP_SECRET);
  const verifyToken = await wellFormed(values, WHATSAPP_VERIFY_TOKEN, VERIFY_TOKEN);
  const secretToken = await wellFormed(values, TELEGRAM_SECRET_TOKEN, SECRET_TOKEN);
  if ((appSecret === undefined) !== (verifyToken === undefined) && values.problems.length === 0) {
    values.problems.push(
      `The webhook of WhatsApp needs both ${WHATSAPP_APP_SECRET} and ${WHATSAPP_VERIFY_TOKEN}, or their _FILE.`,
    );
  }
  if (values.problems.length > 0) throw new CheckerSettingsError(values.problems);
  return {
    whatsapp:
      appSecret === undefined || verifyToken === undefined
        ? undefined
        : whatsappWebhook({ ...options, appSecret, verifyToken }),
    telegram: secretToken === undefined ? undefined : telegramWebhook({ ...options, secretToken }),
  };
}

async function wellFormed(
  values: SettingValues,
  name: string,
  form: SecretForm,
): Promise<Secret | undefined> {
  const problemsBefore = values.problems.length;
  const secret = values.optionalSecret(name);
  if (secret === undefined || values.problems.length > problemsBefore) return undefined;
  try {
    await readSecret(secret, form);
    return secret;
  } catch (error) {
    values.problems.push(`${name}: ${messageOf(error)}.`);
    return undefined;
  }
}
