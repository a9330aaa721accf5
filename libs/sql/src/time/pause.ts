import type { Clock } from '@dialproof/core';

export async function pause(clock: Pick<Clock, 'schedule'>, ms: number): Promise<void> {
  await new Promise<void>((resolve) => clock.schedule(ms, resolve));
}
