import type { OpenStreams } from '../events/open-streams.js';
import { type HttpReply, jsonReply } from '../message/http-message.js';
import type { OperationParts } from '../operations/definition/operation-parts.js';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../operations/operations.js';
import { AccountSlots } from '../rates/account-slots.js';
import { KeptUploads } from '../uploads/kept-uploads.js';
import { openApiDocument } from '../wire/openapi.js';
import type { HttpContractSettings } from './contract-options.js';

/** Most downloads take a second or less. */
const DOWNLOAD_AGAIN_MS = 1_000;

/** What the operations of these settings work with. Event streams are registered in `streams` while they are open. */
export function operationParts(settings: HttpContractSettings, streams: OpenStreams): OperationParts {
  const { service, rates } = settings;
  let description: HttpReply | undefined;
  const parts: OperationParts = {
    ...settings,
    streams,
    downloads: new AccountSlots({
      max: settings.maxDownloads,
      maxPerAccount: settings.maxDownloadsPerAccount,
      things: 'downloads',
      advice: 'read one to its end, or leave it',
      retryAfterMs: DOWNLOAD_AGAIN_MS,
    }),
    keptUploads: new KeptUploads({ clock: settings.clock, maxBytes: settings.maxKeptUploadBytes }),
    // Written once: it is long, and anyone may ask for it.
    description() {
      const operations = supportedOperations(parts);
      const asked = { operations, remembersKeys: service.replays !== null, countsRequests: rates !== null };
      description ??= jsonReply(200, openApiDocument(asked));
      return description;
    },
  };
  return parts;
}

/** The operations that these parts support. The others are refused with `not_supported`. */
export function supportedOperations(parts: OperationParts): readonly OperationName[] {
  const supports: { readonly [Name in OperationName]?: boolean } = parts.service.supports;
  return OPERATION_NAMES.filter((name) => OPERATIONS[name].hasPart(parts) && (supports[name] ?? true));
}
