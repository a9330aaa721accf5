import { text } from 'node:stream/consumers';
import type { ProgramCommand } from '../command-line/options.js';
import { wrongCommandLine } from '../failures/failure.js';
import { failureOf } from '../failures/refused.js';
import type { Host } from '../host.js';
import { isThisMachine, serverAt, serverUrl } from '../settings/open-server.js';
import { keepSettings, readSettings } from '../settings/settings-file.js';
import { askHidden } from '../terminal/ask.js';
import { counted } from '../terminal/format.js';

/** `dialproof login`: keeps a token that the server knows. */
export function loginCommand(program: ProgramCommand, host: Host): void {
  program
    .command('login')
    .summary('store a server and a token; logout forgets it')
    .description('Store a server and a token. It asks for the token, or reads it from a pipe.')
    .with('url')
    .allowExcessArguments()
    .addHelpText(
      'after',
      '\n  dialproof login --url https://phones.example.com\n  dialproof login < token.txt',
    )
    .action(async (options: { readonly url?: string }, { args }: ProgramCommand) => {
      if (args.length > 0) {
        throw wrongCommandLine(
          'login takes no token here, where other users of this machine could read it. It asks for it.',
        );
      }
      await login(await serverUrl(options, host), host);
    });
}

async function login(url: string, host: Host): Promise<void> {
  if (url.toLowerCase().startsWith('http:') && !isThisMachine(url)) {
    throw wrongCommandLine(
      `login would send your token unencrypted to ${new URL(url).hostname}. Use its https address.`,
    );
  }
  const isPerson = host.stdin.isTTY === true;
  const token = isPerson ? await askHidden(host, `Token for ${url}: `) : (await text(host.stdin)).trim();
  if (token === '') throw wrongCommandLine('There was no token.');
  const { client } = serverAt(url, { token, tokenFrom: 'login' }, host);
  const { available } = await client.credits({ signal: host.signal }).catch((error) => {
    throw failureOf(error, url);
  });
  await keepSettings(host.settingsFile, { url, token });
  host.stderr.write(
    `Signed in to ${url}: ${counted(available, 'credit')} available. The token is in ${host.settingsFile}\n`,
  );
  if (host.env['DIALPROOF_TOKEN'])
    host.stderr.write('DIALPROOF_TOKEN is set: commands use it in place of this token.\n');
}

/** `dialproof logout`: keeps the server alone. */
export function logoutCommand(program: ProgramCommand, host: Host): void {
  program
    // Hidden, as completions are: the help of login names it.
    .command('logout', { hidden: true })
    .summary('forget the token')
    .description('Forget the stored token. It stays valid at the server.')
    .action(async () => {
      const { url, token } = await readSettings(host.settingsFile);
      if (token !== undefined) await keepSettings(host.settingsFile, url === undefined ? {} : { url });
      host.stderr.write(
        token === undefined
          ? 'There was no stored token.\n'
          : 'Signed out: the token is deleted here. It stays valid at the server.\n',
      );
    });
}
