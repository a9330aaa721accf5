import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Settings } from '../settings/settings.js';

const KEY_BYTES = 32;

export type KnownAnswersSettings = Pick<Settings, 'databaseUrl' | 'knownAnswersDays' | 'knownAnswersKey'>;

/**
 * The key of known answers: that of the settings, else one that is made beside the embedded file, and stays out of the database and of its backups.
 * Null over PostgreSQL, whose processes share no folder: with keys of their own they would not find each other's answers, nor forget them. Also null
 * if no answers are kept and none were.
 */
export function keyOfKnownAnswers(
  databaseFile: string,
  { databaseUrl, knownAnswersDays, knownAnswersKey }: KnownAnswersSettings,
): string | null {
  if (knownAnswersKey !== null) return knownAnswersKey;
  if (databaseUrl !== null) return null;
  const file = join(dirname(databaseFile), 'known-answers.key');
  return readKey(file) ?? (knownAnswersDays === 0 ? null : madeKey(file));
}

/** The key for what the sandbox has made up: a server that has real checkers later never finds it. */
export function keyOfMadeUp(key: string): string {
  return `${key} of the sandbox`;
}

function readKey(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** As a link to a whole file, so that of two processes one makes the key, and none reads half of it. */
function madeKey(file: string): string {
  const made = `${file}.${process.pid}`;
  writeFileSync(made, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(made, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(made, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
