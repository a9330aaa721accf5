import { type E164, phoneInCell } from '@dialproof/core';

const INTERNATIONAL = /^\+?([1-9]\d{6,14})$/;

/** Reads a number in the form of the apps: E.164, with or without its +. Returns undefined for an id that is no number. */
export function appNumber(text: string): E164 | undefined {
  const digits = INTERNATIONAL.exec(text.trim())?.[1];
  return digits === undefined ? undefined : (phoneInCell(`+${digits}`).number ?? undefined);
}
