import type { ObservationStore } from '@dialproof/core';
import { assertOptionNames } from '@dialproof/core';
import { type Receiver, readSecret, type SecretForm } from '../evidence/receiver.js';
import { SECRET_TOKEN, telegramReceiver } from '../evidence/telegram-receiver.js';
import { APP_SECRET, VERIFY_TOKEN, whatsappReceiver } from '../evidence/whatsapp-receiver.js';
import type { Secret } from '../upstream/secret.js';
import { type Environment, referenceOf, secretOf } from './references.js';
import { CheckerSettingsError, messageOf, settingsError } from './settings-error.js';

const WHATSAPP_APP_SECRET = 'DIALPROOF_WHATSAPP_APP_SECRET';
const WHATSAPP_VERIFY_TOKEN = 'DIALPROOF_WHATSAPP_VERIFY_TOKEN';
const TELEGRAM_SECRET_TOKEN = 'DIALPROOF_TELEGRAM_SECRET_TOKEN';

/** The settings of the webhooks that record evidence. Each may be in a file, whose path is in the variable with `_FILE` behind its name. */
export const RECEIVER_VARIABLES: readonly { readonly name: string; readonly meaning: string }[] = [
  {
    name: WHATSAPP_APP_SECRET,
    meaning: 'app secret of the Meta app whose webhooks are taken; needs the verify token too',
  },
  {
    name: WHATSAPP_VERIFY_TOKEN,
    meaning: 'verify token: a text of yours, the same as in the settings of the Meta app',
  },
  {
    name: TELEGRAM_SECRET_TOKEN,
    meaning: '`secret_token` that `setWebhook` of the bot was called with',
  },
];

export interface ConfiguredReceiversOptions {
  /** The settings, such as an environment. Only those of `RECEIVER_VARIABLES` are read. */
  readonly settings: Environment;
  /** The store of the observations. */
  readonly store: Pick<ObservationStore, 'record'>;
  /** Hears why a webhook was answered with 500 or 503. */
  readonly onError: (error: unknown) => void;
}

/** The webhooks whose settings are there; undefined for the others. */
export interface ConfiguredReceivers {
  readonly whatsapp: Receiver | undefined;
  readonly telegram: Receiver | undefined;
}

/**
 * Makes the webhooks of settings. Secrets in files are read again for each request. Rejects with {@link CheckerSettingsError} for a missing or
 * malformed secret, and for a file that cannot be read.
 */
export async function configuredReceivers(given: ConfiguredReceiversOptions): Promise<ConfiguredReceivers> {
  assertOptionNames('configuredReceivers', given, { onError: true, settings: true, store: true });
  const { settings, ...options } = given;
  const appSecret = await wellFormed(WHATSAPP_APP_SECRET, settings, APP_SECRET);
  const verifyToken = await wellFormed(WHATSAPP_VERIFY_TOKEN, settings, VERIFY_TOKEN);
  const secretToken = await wellFormed(TELEGRAM_SECRET_TOKEN, settings, SECRET_TOKEN);
  if ((appSecret === undefined) !== (verifyToken === undefined)) {
    const sentence = `The webhook of WhatsApp needs both ${WHATSAPP_APP_SECRET} and ${WHATSAPP_VERIFY_TOKEN}, or their _FILE.`;
    throw settingsError('missing_variable', sentence);
  }
  return {
    whatsapp:
      appSecret === undefined || verifyToken === undefined
        ? undefined
        : whatsappReceiver({ ...options, appSecret, verifyToken }),
    telegram: secretToken === undefined ? undefined : telegramReceiver({ ...options, secretToken }),
  };
}

async function wellFormed(
  name: string,
  environment: Environment,
  form: SecretForm,
): Promise<Secret | undefined> {
  const reference = referenceOf(name, environment);
  if (reference === undefined) return undefined;
  try {
    const secret = secretOf(reference, { environment, folder: '.' });
    await readSecret(secret, form);
    return secret;
  } catch (error) {
    if (error instanceof CheckerSettingsError) {
      throw new CheckerSettingsError(
        error.problems.map(({ code, sentence }) => ({ code, sentence: `${name}: ${sentence}` })),
      );
    }
    throw settingsError('wrong_value', `${name}: ${messageOf(error)}.`);
  }
}
