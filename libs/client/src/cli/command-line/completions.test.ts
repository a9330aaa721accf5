import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, commandOf } from './command-table.js';
import { completionsFor } from './completions.js';

/** The completions of bash for these words, of which the last is being typed. */
function offeredByBash(...words: readonly string[]): readonly string[] {
  const script = `${completionsFor('bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_dialproof
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completions', () => {
  it('of bash are commands, options and values', () => {
    expect(offeredByBash('dialproof', '')).toEqual(COMMAND_NAMES);
    expect(offeredByBash('dialproof', 'c')).toEqual(['credits', 'cancel', 'completions']);
    expect(offeredByBash('dialproof', 'file', '--co')).toEqual([
      '--column',
      '--country',
      '--country-column',
      '--columns',
    ]);
    expect(offeredByBash('dialproof', 'file', '--status', 'in')).toEqual(['inactive']);
    expect(offeredByBash('dialproof', 'completions', 'z')).toEqual(['zsh']);
  });

  it.each(['bash', 'zsh', 'fish'] as const)('of %s have every command and option', (shell) => {
    const script = completionsFor(shell);
    for (const name of COMMAND_NAMES) {
      expect(script).toContain(name);
      for (const option of commandOf(name).options) {
        expect(script).toContain(shell === 'fish' ? `-l ${option}` : `--${option}`);
      }
    }
  });

  describe.each(['bash', 'zsh', 'fish'] as const)('of %s', (shell) => {
    const isInstalled = spawnSync(shell, ['-c', 'true']).error === undefined;
    it.skipIf(!isInstalled)('have no mistake of syntax', () => {
      const { status, stderr } = spawnSync(shell, ['-n'], { input: completionsFor(shell), encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    });
  });
});
