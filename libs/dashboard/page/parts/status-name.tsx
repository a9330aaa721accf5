import type { VerificationStatus } from '@dialproof/client';
import { useTools } from '../app/tools.js';

interface StatusNameProps {
  readonly status: VerificationStatus;
  /** Default: what the status means in general. */
  readonly meaning?: string;
}

/** A status with its colour. The colour says nothing that the name does not. */
export function StatusName({ status, meaning }: StatusNameProps) {
  const { texts } = useTools();
  return (
    <span class={`status ${status}`} title={meaning ?? texts.meanings[status]}>
      {texts.statuses[status]}
    </span>
  );
}
