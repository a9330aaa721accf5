import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HELP } from './command-line.js';
import { assertKnownSettings } from './environment.js';

const settings = new URL('../../standalone-server/src/settings/', import.meta.url);

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
    const sources = ['settings.ts', 'many-machines.ts'].map((file) =>
      readFileSync(new URL(file, settings), 'utf8'),
    );
    const ofServer = sources.join('\n').match(/(?<=')DIALPROOF_[A-Z_]+(?=')/g) ?? [];
    expect(ofServer).toEqual(expect.arrayContaining(['DIALPROOF_DATA_DIR', 'DIALPROOF_WORKERS']));
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
