import { type E164, readPhoneCell } from '@dialproof/core';

const INTERNATIONAL = /^\+?([1-9]\d{6,14})$/;

/** The number of an app's own writing, in which the + may be missing and nothing else. Undefined for an id that is no number. */
export function appNumber(text: string): E164 | undefined {
  const digits = INTERNATIONAL.exec(text.trim())?.[1];
  return digits === undefined ? undefined : readPhoneCell(`+${digits}`);
}
