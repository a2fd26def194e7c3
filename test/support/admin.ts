import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

const root = join(__dirname, '../..');

/** `npm run admin -- …`, as a process of its own. */
export function admin(environment: Record<string, string>, ...command: string[]): Promise<Outcome> {
  const { PATH = '' } = process.env;
  return new Promise((resolve) => {
    const options = { cwd: root, env: { PATH, ...environment } };
    execFile('node', ['dist/src/admin.js', ...command], options, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/** The same for one that is going to be killed. */
export function beginAdmin(environment: Record<string, string>, ...command: string[]): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn('node', ['dist/src/admin.js', ...command], {
    cwd: root,
    env: { PATH, ...environment },
    stdio: 'ignore',
  });
}
