import { describe, expect, it } from 'vitest';
import { runCommandLine } from './command-line.js';

describe('the command line', () => {
  it('names its options', async () => {
    const lines: string[] = [];
    expect(await runCommandLine(['--help'], (line) => lines.push(line))).toBe(0);
    expect(lines.join('\n')).toContain('--rounds N');
  });

  it.each([
    [['--rounds', 'many'], '--rounds is "many", expected a whole number'],
    [['--seed', '-1'], "Option '--seed' argument is ambiguous"],
    [['--kills', '3'], "Unknown option '--kills'"],
  ])('refuses %j', async (args, message) => {
    await expect(runCommandLine(args, () => {})).rejects.toThrow(message);
  });
});
