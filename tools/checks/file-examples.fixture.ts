import { SandboxChecker } from '@dialproof/checkers';
import {
  accountId,
  createVerificationService,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
} from '@dialproof/core';
import { createFetchHandler } from '@dialproof/http';

/** An example of a document: its line, the shown output, and the real one. */
export interface TriedExample {
  readonly line: number;
  readonly says: string;
  readonly does: string;
}

/**
 * Runs the examples of a document against the HTTP contract with the sandbox behind it: the ```console blocks, whose commands are those of
 * {@link trySession}, and the rows of tables whose first two columns are called `a cell` and `settings`.
 */
export async function tryExamples(document: string): Promise<readonly TriedExample[]> {
  const tried: TriedExample[] = [];
  for (const block of document.matchAll(/^```console\n([\s\S]*?)^```$/gm)) {
    const line = lineAt(document, block.index);
    tried.push(
      ...(await trySession(block[1] ?? '')).map((example) => ({ ...example, line: line + example.line })),
    );
  }
  for (const table of document.matchAll(/^\| a cell +\| settings +\|.*\n\|[-| ]+\n((?:\|.*\n)*)/gm)) {
    const line = lineAt(document, table.index) + 2;
    const rows = (table[1] ?? '').trimEnd().split('\n');
    for (const [index, row] of rows.entries()) tried.push({ ...(await tryCell(row)), line: line + index });
  }
  return tried;
}

/** `cat FILE` shows a file, `iconv -t ENCODING FILE > FILE` writes it in another encoding, `verify FILE SETTING=VALUE ...` uploads it. */
async function trySession(session: string): Promise<readonly TriedExample[]> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const tried: TriedExample[] = [];
  let line = 1;
  for (const [step, command = '', says = ''] of session.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)) {
    const [program, ...args] = wordsOf(command);
    const [first = '', second = '', third = '', , fifth = ''] = args;
    if (program === 'cat') files.set(first, new TextEncoder().encode(says));
    else if (program === 'iconv') files.set(fifth, encoded(fileOf(files, third), second));
    else if (program === 'verify') {
      const { printed } = await verify(first, fileOf(files, first), args.slice(1));
      tried.push({ line, says, does: printed });
    } else throw new Error(`no example may run ${command}`);
    line += step.split('\n').length - 1;
  }
  return tried;
}

/** Words as a shell has them: a quote in one keeps spaces together. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
}

function fileOf(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>, name: string): Uint8Array<ArrayBuffer> {
  const bytes = files.get(name);
  if (bytes === undefined) throw new Error(`no command before shows or writes ${name}`);
  return bytes;
}

/** Text in an encoding of one byte a character. */
function encoded(utf8: Uint8Array, encoding: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from([...new TextDecoder().decode(utf8)], (character) => byteOf.get(character) ?? 0);
}

/** Tries a row of a table: the cell, the settings of its upload, and the number that is read, or the status if there is none. */
async function tryCell(row: string): Promise<Omit<TriedExample, 'line'>> {
  const [cell = '', settings = '', says = ''] = row
    .split(/(?<!\\)\|/)
    .slice(1)
    .map((text) => text.trim().replaceAll('\\|', '|'));
  const text = `phone\n"${unmarked(cell).replaceAll('"', '""')}"\n`;
  const { asked, printed } = await verify(
    'cell.csv',
    new TextEncoder().encode(text),
    wordsOf(unmarked(settings)),
  );
  const does = asked[0] ?? printed.trim().split(',').at(-1) ?? '';
  return { says: unmarked(says), does };
}

function unmarked(text: string): string {
  return text.replaceAll('`', '');
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Uploads a file, and returns the refusal, or the codes of the task's notes and the result, with the numbers that were checked. */
async function verify(name: string, content: Uint8Array<ArrayBuffer>, settings: readonly string[]) {
  const account = accountId('reader');
  const ledger = new MemoryCreditLedger();
  await ledger.grant(account, 1_000);
  const sandbox = new SandboxChecker();
  const asked: string[] = [];
  const service = createVerificationService({
    ledger,
    store: new MemoryTaskStore(),
    queue: null,
    checker: {
      check: (number, context) => {
        asked.push(number);
        return sandbox.check(number, context);
      },
    },
  });
  const handler = createFetchHandler({
    service,
    authenticator: new MemoryAuthenticator([['token', { accountId: account, suspended: false }]]),
  });
  const request = async (path: string, init: RequestInit = {}): Promise<string> => {
    const headers = { authorization: 'Bearer token' };
    return (await handler(new Request(`http://localhost/v1/verify/${path}`, { ...init, headers }))).text();
  };
  const form = new FormData();
  for (const setting of settings) form.append(...keyAndValue(setting));
  form.append('file', new Blob([content]), name);
  const answer = await request('batch', { method: 'POST', body: form });
  const { task_id: task } = JSON.parse(answer);
  if (task === undefined) return { asked, printed: `${answer}\n` };
  while ((await service.work()).did === 'work');
  const { notes } = JSON.parse(await request(`tasks/${task}`));
  const result = await request(`tasks/${task}/download`);
  await service.close();
  return {
    asked,
    printed: notes.map(({ code }: { code: string }) => `"code":"${code}"\n`).join('') + result,
  };
}

function keyAndValue(setting: string): [string, string] {
  const [key = '', ...value] = setting.split('=');
  return [key, value.join('=')];
}
