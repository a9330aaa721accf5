import { describe, expect, it } from 'vitest';
import { loadPeers } from './peer-packages.js';

describe('the packages of --local', () => {
  it('are loaded if they are installed', async () => {
    const { core, http, settings } = await loadPeers();
    expect(typeof core.createVerificationService).toBe('function');
    expect(typeof http.createFetchHandler).toBe('function');
    expect(typeof settings.configuredChecker).toBe('function');
  });

  it('are named if they are missing, with the line that installs them', async () => {
    const resolve = (specifier: string): string => {
      if (specifier === '@dialproof/core') return '/installed/index.js';
      throw new Error(`Cannot find module '${specifier}'`);
    };
    await expect(loadPeers(resolve)).rejects.toMatchObject({
      name: 'CommandFailure',
      exitCode: 2,
      message:
        '--local needs packages that are not installed: npm install --global @dialproof/client @dialproof/http @dialproof/checkers, or pnpm add --global with commas between them',
    });
  });
});
