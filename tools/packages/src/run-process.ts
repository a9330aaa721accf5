import { execFile } from 'node:child_process';

export interface FinishedProcess {
  /** 0 for success; a process that a signal has ended counts as failed. */
  readonly code: number;
  /** Its stdout, followed by its stderr. */
  readonly output: string;
}

// Programs take seconds here, or minutes if a driver is compiled. This ends those that hang.
const TIMEOUT_MS = 1_200_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
// There npm is a batch file, which only a shell can start.
const onWindows = process.platform === 'win32';

/** Runs a program to its end, whatever its exit code. Rejects when it cannot be started. */
export function runProcess(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): Promise<FinishedProcess> {
  const shell = command === 'npm' && onWindows;
  const options = { cwd, env, maxBuffer: MAX_OUTPUT_BYTES, timeout: TIMEOUT_MS, shell };
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      // The code is the exit code of a process that ran, or the name of the error if it could not be started.
      if (typeof error?.code === 'string') reject(error);
      else resolve({ code: error === null ? 0 : (error.code ?? 1), output: stdout + stderr });
    });
  });
}

/** Runs a program, and resolves to what it printed. Rejects, with that, when it fails. */
export async function outputOf(...call: Parameters<typeof runProcess>): Promise<string> {
  const [command, args, cwd] = call;
  const { code, output } = await runProcess(...call);
  if (code === 0) return output;
  throw new Error(`${command} ${args.join(' ')}\nended with ${code} in ${cwd}:\n${output}`);
}

/** Installs packages without running their install scripts. */
export async function npmInstall(cwd: string, ...args: readonly string[]): Promise<void> {
  const options = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  // Without the variables of a running npm (`npm test`) about its folder and script. Settings such as the registry stay.
  const isOfScript = /^(?:npm_(?:lifecycle|package)_|npm_config_(?:local_prefix|workspace)|INIT_CWD$)/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfScript.test(name)));
  await outputOf('npm', [...options, ...args], cwd, env);
}
