/**
 * The weight of a section in the search, by the address of its page: guides first, then references and packages, then pages for
 * contributors. The browser gets this function as text, so it uses nothing outside of itself.
 */
export function searchWeight(address: string): number {
  if (/^\/(guides\/internals|tools|contributing|changelog)/.test(address)) return 0.1;
  if (address.startsWith('/reference/typescript/')) return 0.2;
  if (/^\/guides\/(security|audit|troubleshooting)/.test(address)) return 0.8;
  return address.startsWith('/guides/') ? 2 : 1;
}
