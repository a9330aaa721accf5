import { SCOPES, type Scope } from '@dialproof/core';

/** The stored form of scopes. Throws TypeError for an unknown scope: without it, the token would differ from the request. */
export function writeScopes(scopes: readonly Scope[] | null): string | null {
  if (scopes === null) return null;
  const unknown = scopes.find((scope) => !SCOPES.includes(scope));
  if (unknown !== undefined) throw new TypeError(`the scope ${unknown} is none of ${SCOPES.join(', ')}`);
  return JSON.stringify([...new Set(scopes)]);
}

/** Leaves out a scope of a later version. The token may then do less, and never more. */
export function readScopes(text: string | null): readonly Scope[] | null {
  if (text === null) return null;
  const kept: unknown = JSON.parse(text);
  return Array.isArray(kept) ? SCOPES.filter((scope) => kept.includes(scope)) : [];
}
