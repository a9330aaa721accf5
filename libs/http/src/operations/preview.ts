import type { VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { wirePreview } from '../message/to-wire.js';
import { fileHandler } from './file-handler.js';
import type { AccountHandler } from './operation.js';

/** `POST /v1/verify/batch/preview`: reads a file as a submit does, and says what that would make of it. */
export function previewHandler(service: VerificationService, maxFormBytes: number): AccountHandler {
  return fileHandler({
    service,
    maxFormBytes,
    answer: async (file) => jsonReply(200, wirePreview(await service.preview(file))),
  });
}
