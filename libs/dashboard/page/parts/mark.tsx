/** The mark of Dialproof, as in its icon. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M11 6h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z" stroke-width="2" />
      <path
        d="m12.5 15.500 2.700 2.700 4.800-5.200"
        stroke-width="2.400"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
