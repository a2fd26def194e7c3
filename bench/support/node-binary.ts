import { execFileSync } from 'node:child_process';

export interface NodeBinary {
  path: string;
  version: string;
}

/** The Node that runs the bench. */
export const OWN_NODE: NodeBinary = { path: process.execPath, version: process.version };

/** The newest release of a major version, from npm's cache or the registry (package `node`). */
export function nodeBinary(major: string): NodeBinary {
  if (!/^\d+(\.\d+){0,2}$/.test(major)) throw new Error(`--node takes versions such as 24, not ${major}`);
  if (process.version.startsWith(`v${major}.`)) return OWN_NODE;
  const script = 'console.log(process.execPath); console.log(process.version)';
  const output = execFileSync('npx', ['-y', '-p', `node@${major}`, 'node', '-e', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [path, version] = output.trim().split('\n').slice(-2);
  if (!path || !version) throw new Error(`npx found no Node ${major}`);
  return { path, version };
}
