import { readFileSync } from 'node:fs';
import * as settings from '@dialproof/checkers/settings';
import { describe, expect, it } from 'vitest';
import { assertKnownSettings, settingsHelp } from './local-settings.js';

const SERVER = new URL('../../../../server/README.md', import.meta.url);

describe('the settings of --local', () => {
  it('are refused if they do not exist', () => {
    const env = { DIALPROOF_CHEKER: 'twilio', DIALPROOF_CHECK_ATTEMPT: '1', PATH: '/' };
    expect(() => assertKnownSettings(env, settings)).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message:
          'There is no setting DIALPROOF_CHEKER.\nThere is no setting DIALPROOF_CHECK_ATTEMPT.\n' +
          'dialproof file --local --help lists the settings.',
      }),
    );
  });

  it('may stand beside every setting of the server', () => {
    const ofServer = readFileSync(SERVER, 'utf8').match(/(?<=^\| `)DIALPROOF_[A-Z_]+(?=`)/gm) ?? [];
    expect(ofServer).toEqual(expect.arrayContaining(['DIALPROOF_DATA_DIR', 'DIALPROOF_WORKERS']));
    const names = [...ofServer, 'DIALPROOF_TWILIO_AUTH_TOKEN_FILE', 'DIALPROOF_WHATSAPP_APP_SECRET'];
    const env = Object.fromEntries(names.map((name) => [name, '1']));
    expect(() => assertKnownSettings(env, settings)).not.toThrow();
  });

  it('are listed, except those that need a database', () => {
    const help = settingsHelp(settings);
    expect(help).toMatch(/^ {2}twilio +DIALPROOF_TWILIO_ACCOUNT_SID, DIALPROOF_TWILIO_AUTH_TOKEN$/m);
    expect(help).toContain('DIALPROOF_CHECKERS_FILE');
    expect(help).not.toContain('evidence');
  });
});
