import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HELP } from './command-line.js';
import { assertKnownSettings } from './environment.js';

const server = new URL('../../standalone-server/src/settings/settings.ts', import.meta.url);

describe('the settings of the script', () => {
  it('refuses each one that does not exist', () => {
    expect(() =>
      assertKnownSettings({ DIALPROOF_CHEKER: 'twilio', DIALPROOF_PRICE: '1', PATH: '/' }),
    ).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message:
          'There is no setting DIALPROOF_CHEKER; --help lists those that exist.\n' +
          'There is no setting DIALPROOF_PRICE; --help lists those that exist.',
      }),
    );
  });

  it('takes those of checkers and those that only the server knows', () => {
    const ofServer = readFileSync(server, 'utf8').match(/(?<=')DIALPROOF_[A-Z_]+(?=')/g) ?? [];
    expect(ofServer).toContain('DIALPROOF_DATA_DIR');
    const names = [
      ...ofServer,
      'DIALPROOF_TWILIO_AUTH_TOKEN_FILE',
      'DIALPROOF_EVIDENCE_MAX_AGE_DAYS',
      'DIALPROOF_WHATSAPP_APP_SECRET',
      'DIALPROOF_CACHE_HOURS',
    ];
    const environment = Object.fromEntries(names.map((name) => [name, '1']));
    expect(() => assertKnownSettings(environment)).not.toThrow();
  });

  it('lists no setting that the script refuses', () => {
    expect(HELP).toContain('DIALPROOF_BATCH_MS');
    expect(HELP).not.toContain('DIALPROOF_CACHE_HOURS');
  });
});
