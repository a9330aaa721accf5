import type { VerificationStatus } from '@dialproof/client';
import { useTools } from '../app/tools.js';

/** A status with its colour. The colour says nothing that the name does not. */
export function StatusName({ status }: { readonly status: VerificationStatus }) {
  const { texts } = useTools();
  return (
    <span class={`status ${status}`} title={texts.meanings[status]}>
      {texts.statuses[status]}
    </span>
  );
}
