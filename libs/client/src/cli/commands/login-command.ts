import { text } from 'node:stream/consumers';
import { type ReadCommand, wrongCommandLine } from '../command-line/read-arguments.js';
import { EXIT_CODES } from '../failure.js';
import type { Host } from '../host.js';
import { clientOf, serverUrl } from '../settings/open-client.js';
import { keepSettings, readSettings } from '../settings/settings-file.js';
import { askHidden } from '../terminal/ask.js';
import { counted } from '../terminal/numbers.js';

/** `dialproof login`: keeps a token that the server knows. */
export async function loginCommand(command: ReadCommand, host: Host): Promise<number> {
  if (command.operands.length > 0) {
    throw wrongCommandLine('login takes no token here, where others could read it: it asks for it.');
  }
  const url = await serverUrl(command, host);
  const isPerson = host.stdin.isTTY === true;
  const token = isPerson ? await askHidden(host, `Token for ${url}: `) : (await text(host.stdin)).trim();
  if (token === '') throw wrongCommandLine('There was no token.');
  const { available } = await clientOf(url, token, host).credits({ signal: host.signal });
  await keepSettings(host.settingsFile, { url, token });
  host.stderr.write(
    `Signed in to ${url}: ${counted(available, 'credit')} available. The token is kept in ${host.settingsFile}\n`,
  );
  return EXIT_CODES.done;
}

/** `dialproof logout`: keeps the server alone. */
export async function logoutCommand(_command: ReadCommand, host: Host): Promise<number> {
  const { url, token } = await readSettings(host.settingsFile);
  if (token !== undefined) await keepSettings(host.settingsFile, url === undefined ? {} : { url });
  host.stderr.write(
    token === undefined ? 'No token was kept.\n' : 'The token is forgotten here. It is still good.\n',
  );
  return EXIT_CODES.done;
}
