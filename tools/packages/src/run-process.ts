import { execFile } from 'node:child_process';

export interface FinishedProcess {
  /** 0 for success; a process that a signal has ended counts as failed. */
  readonly code: number;
  readonly stdout: string;
  /** Its stdout, followed by its stderr. */
  readonly output: string;
}

// Programs take seconds here, or minutes if a driver is compiled. This ends those that hang.
const TIMEOUT_MS = 1_200_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs a program to its end, whatever its exit code. Rejects when it cannot be started. */
export function runProcess(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): Promise<FinishedProcess> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      env,
      maxBuffer: MAX_OUTPUT_BYTES,
      timeout: TIMEOUT_MS,
      shell: command === 'npm' && onWindows,
    };
    execFile(command, args, options, (error, stdout, stderr) => {
      // The code is the exit code of a process that ran, or the name of the error if it could not be started.
      if (typeof error?.code === 'string') reject(error);
      else resolve({ code: error === null ? 0 : (error.code ?? 1), stdout, output: stdout + stderr });
    });
  });
}

// There npm is a batch file, which only a shell can start.
const onWindows = process.platform === 'win32';

/** How packages are installed for a trial: no install script is run. */
export const INSTALL = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];

/** Runs npm in a folder. Rejects, with what npm said, when it fails. */
export async function runNpm(args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await runProcess('npm', args, cwd, environmentForNpm());
  if (code !== 0) throw new Error(`npm ${args[0]} ended with ${code} in ${cwd}:\n${output}`);
}

/** The environment without the variables of a running npm (`npm test`) about its folder and script. Settings such as the registry stay. */
function environmentForNpm(): NodeJS.ProcessEnv {
  const isOfScript = /^(?:npm_(?:lifecycle|package)_|npm_config_(?:local_prefix|workspace)|INIT_CWD$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfScript.test(name)));
}
