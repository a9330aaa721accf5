export { BullMqTaskQueue } from './bull-mq-task-queue.js';
export type { BullMqTaskQueueOptions } from './queue-options.js';
export type { RedisConnectionOption } from './redis-connection.js';
