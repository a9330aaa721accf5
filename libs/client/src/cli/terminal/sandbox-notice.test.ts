import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTrial } from '../fixtures/trial-host.fixture.js';
import { MADE_UP } from './notices.js';

const SANDBOX = { 'dialproof-results': 'made up by the sandbox' };

async function trialWith(headers: Readonly<Record<string, string>>) {
  const trial = await startTrial(100, headers);
  const file = join(trial.folder, 'people.csv');
  await writeFile(file, 'phone\n+14155550102\n');
  await trial.run(['file', file, '--yes']);
  const { stdout } = await trial.run(['tasks', '--json']);
  return { ...trial, file, id: JSON.parse(stdout).task_id as string };
}

function commandsWithResults(file: string, id: string): readonly (readonly string[])[] {
  return [
    ['verify', '+14155550102', '+14155550100'],
    ['verify', '+14155550102', '--json'],
    ['file', file, '--yes', '--force'],
    ['file', file, '--yes', '--out', '-'],
    ['preview', file],
    ['tasks', id],
    ['watch', id],
    ['download', id, '--force'],
    ['download', id, '--out', '-'],
  ];
}

describe('the results of a server with the sandbox', () => {
  it('are said to be made up, beside what programs read', async () => {
    const { run, file, id, folder } = await trialWith(SANDBOX);
    for (const args of commandsWithResults(file, id)) {
      const out = args[0] === 'download' && !args.includes('-') ? ['--out', join(folder, 'out.csv')] : [];
      const { exitCode, stdout, stderr } = await run([...args, ...out]);
      expect([args, exitCode]).toEqual([args, 0]);
      expect([args, stderr.split(MADE_UP).length - 1]).toEqual([args, args[0] === 'file' ? 2 : 1]);
      expect(stdout).not.toContain('MADE UP');
    }
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe(
      'phone,verification_status\n+14155550102,dead\n',
    );
  });

  it('are said to be made up before the question', async () => {
    const { run, file } = await trialWith(SANDBOX);
    const { stderr } = await run(['file', file, '--force'], { typed: 'n\n' });
    expect(stderr).toMatch(/MADE UP by the sandbox.*\n.*Verify 1 number\?/);
  });
});

describe('the results of another server', () => {
  it('are not said to be made up', async () => {
    const { run, file, id, folder } = await trialWith({});
    for (const args of commandsWithResults(file, id)) {
      const out = args[0] === 'download' && !args.includes('-') ? ['--out', join(folder, 'out.csv')] : [];
      const { exitCode, stdout, stderr } = await run([...args, ...out]);
      expect([args, exitCode]).toEqual([args, 0]);
      expect(`${stdout}${stderr}`).not.toContain('MADE UP');
    }
  });
});
