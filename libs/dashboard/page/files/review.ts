import type { DialproofClient, FileSettings } from '@dialproof/client';

/** A file that was chosen and not submitted yet, with its settings and its preview. It is kept while the user visits another part of the page. */
export interface Review {
  readonly file: File;
  settings: FileSettings;
  /** Whether the settings are those of an earlier file. */
  isRecalled: boolean;
  /** The sign of the file's header, once it is known. */
  sign: string | undefined;
  /** Names the file to the server for as long as the server keeps it. */
  uploadId: string | undefined;
}

/** By client: each account that signs in has its own client. */
const reviews = new WeakMap<DialproofClient, Review>();

export function newReview(file: File): Review {
  return { file, settings: {}, isRecalled: false, sign: undefined, uploadId: undefined };
}

export function openReview(client: DialproofClient): Review | undefined {
  return reviews.get(client);
}

export function keepReview(client: DialproofClient, review: Review | undefined): void {
  if (review === undefined) reviews.delete(client);
  else reviews.set(client, review);
}
