import { SCOPES, type Scope } from '@dialproof/core';

/** The scopes as they are kept. Throws TypeError for a scope that there is not: to leave it out would change what was asked for. */
export function writeScopes(scopes: readonly Scope[] | null): string | null {
  if (scopes === null) return null;
  const unknown = scopes.find((scope) => !SCOPES.includes(scope));
  if (unknown !== undefined) throw new TypeError(`the scope ${unknown} is none of ${SCOPES.join(', ')}`);
  return JSON.stringify([...new Set(scopes)]);
}

/** A scope of a later version is left out, which makes a token good for less and never for more. */
export function readScopes(text: string | null): readonly Scope[] | null {
  if (text === null) return null;
  const kept: unknown = JSON.parse(text);
  return Array.isArray(kept) ? SCOPES.filter((scope) => kept.includes(scope)) : [];
}
