import type { TaskRequest, VerificationService } from '@dialproof/core';
import { wireTask } from '../message/to-wire.js';
import type { WithheldMember } from '../replays/once.js';
import type { WireTask } from '../wire/shapes.js';

const FILE_NAME: keyof WireTask = 'file_name';

/** The file's name in the reply that shows this task. Deleting a task leaves no file name behind, in kept replies neither. */
export function fileNameIn(service: VerificationService, task: TaskRequest): WithheldMember {
  return { name: FILE_NAME, find: async () => wireTask(await service.task(task))[FILE_NAME] };
}
