// Bundled for a browser and run without anything of Node.
import { DialproofClient, isDialproofError } from '@dialproof/client';

export async function useInBrowser(fetch: typeof globalThis.fetch): Promise<string> {
  const client = new DialproofClient({ baseUrl: 'https://host.example', token: 'a-token', fetch });
  const { status } = await client.verify('+14155552671');
  const refusal: unknown = await client
    .task('none')
    .get()
    .catch((error: unknown) => error);
  return isDialproofError(refusal, 'task_not_found') ? `client was used in a browser: ${status}` : '';
}
