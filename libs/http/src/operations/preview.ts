import type { VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { wirePreview } from '../message/to-wire.js';
import { fileHandler } from './file-handler.js';
import type { AccountHandler } from './operation.js';

/** `POST /v1/verify/batch/preview`: reads a file like a submit, and answers what a submit would do with it. */
export function previewHandler(service: VerificationService, maxFormBytes: number): AccountHandler {
  return fileHandler({
    service,
    maxFormBytes,
    answer: async (file) => jsonReply(200, wirePreview(await service.preview(file))),
  });
}
