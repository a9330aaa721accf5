import type { DialproofClient, FileSettings, Note } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';

/** A file that was chosen and not submitted yet, with its settings and its preview. It is kept while the user visits another part of the page. */
export interface Review {
  readonly file: File;
  /** The part of the page that it is open in. */
  readonly address: string;
  settings: FileSettings;
  /** The server's note on the settings that it took from an earlier file; undefined if it took none, and once they are reset. */
  recalled: Note | undefined;
  /** Names the file to the server for as long as the server keeps it. */
  uploadId: string | undefined;
}

/** By client: each account that signs in has its own client. */
const reviews = new WeakMap<DialproofClient, Map<string, Review>>();

/** The open file of a part of the page, and the function that opens or closes one. `settings`: those that it has from the start. */
export function useReview(
  address = '',
): readonly [Review | undefined, (file: File | undefined, settings?: FileSettings) => void] {
  const { client } = useTools();
  const [review, setReview] = useState(() => reviewsOf(client).get(address));
  const open = (file: File | undefined, settings: FileSettings = {}): void => {
    const next = file && {
      ...{ file, address, recalled: undefined, uploadId: undefined },
      settings: { ...settings, reading: 'remembered' as const },
    };
    if (next === undefined) reviewsOf(client).delete(address);
    else reviewsOf(client).set(address, next);
    setReview(next);
  };
  return [review, open];
}

/** Sends the file of a review, which is not open meanwhile: another one can be chosen. It is open again when it was not taken. */
export async function sendReview<Sent>(
  client: DialproofClient,
  review: Review,
  send: () => Promise<Sent>,
): Promise<Sent> {
  reviewsOf(client).delete(review.address);
  try {
    return await send();
  } catch (error) {
    reviewsOf(client).set(review.address, review);
    throw error;
  }
}

function reviewsOf(client: DialproofClient): Map<string, Review> {
  const kept = reviews.get(client) ?? new Map<string, Review>();
  reviews.set(client, kept);
  return kept;
}
