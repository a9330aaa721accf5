import { spawnSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { programOf } from '../program.js';
import { completionsFor } from './completions.js';

const program = programOf({
  env: {},
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  signal: new AbortController().signal,
  settingsFile: '',
});
const NAMES = program.commands.map((command) => command.name());

/** The completions of bash for these words, of which the last is being typed. */
function offeredByBash(...words: readonly string[]): readonly string[] {
  const script = `${completionsFor('bash', program)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_dialproof
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completions', () => {
  it('of bash are commands, options, values and files', () => {
    expect(offeredByBash('dialproof', '')).toEqual(NAMES);
    expect(offeredByBash('dialproof', 'c')).toEqual(['changes', 'cancel', 'credits', 'completions']);
    expect(offeredByBash('dialproof', 'file', '--co')).toEqual([
      '--columns',
      '--column',
      '--country',
      '--country-column',
      '--consent-column',
    ]);
    expect(offeredByBash('dialproof', 'file', '--status', 'in')).toEqual(['inactive']);
    expect(offeredByBash('dialproof', 'tasks', '--status', 'pro')).toEqual(['processing']);
    expect(offeredByBash('dialproof', 'preview', 'completions.te')).toEqual(['completions.test.ts']);
    expect(offeredByBash('dialproof', 'download', '--out', 'completions.te')).toEqual([
      'completions.test.ts',
    ]);
    expect(offeredByBash('dialproof', 'credits', '--csv', 'completions.te')).toEqual(['completions.test.ts']);
    expect(offeredByBash('dialproof', 'completions', 'z')).toEqual(['zsh']);
  });

  it.each(['bash', 'zsh', 'fish'] as const)('of %s have every command and option', (shell) => {
    const script = completionsFor(shell, program);
    for (const command of program.commands) {
      expect(script).toContain(command.name());
      for (const option of command.createHelp().visibleOptions(command)) {
        expect(script).toContain(shell === 'fish' ? `-l ${option.name()}` : option.long);
      }
    }
  });

  describe.each(['bash', 'zsh', 'fish'] as const)('of %s', (shell) => {
    const isInstalled = spawnSync(shell, ['-c', 'true']).error === undefined;
    it.skipIf(!isInstalled)('have no mistake of syntax', () => {
      const input = completionsFor(shell, program);
      const { status, stderr } = spawnSync(shell, ['-n'], { input, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    });
  });
});
