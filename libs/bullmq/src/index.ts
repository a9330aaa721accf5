export { BullMqTaskQueue } from './bull-mq-task-queue.js';
export type { BullMqTaskQueueOptions, RedisConnectionOption } from './redis-options.js';
