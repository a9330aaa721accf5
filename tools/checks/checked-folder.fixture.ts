import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The contents of files by their paths: text, or a value that is written as JSON. */
export type Files = Readonly<Record<string, string | object>>;

export interface CheckOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of the running test's own with these files, deleted when it has ended. */
export function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'dialproof-checks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Runs a check on a folder. Returns its output and its exit code. */
export function runCheck(script: string, folder: string): CheckOutcome {
  const args = [join(import.meta.dirname, script), folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { code: status, stdout, stderr };
}
