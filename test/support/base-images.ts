import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinary } from '../../bench/support/node-binary';
import type { Podman } from './podman';

const DEBIAN = 'localhost/debian';
const NODE = 'localhost/node';
/** The certificates that this machine trusts, for a registry behind a proxy. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const NODE_STEPS = `
FROM ${DEBIAN}
COPY . /
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ENV npm_config_cafile=${CERTIFICATES} npm_config_update_notifier=false
`;

/**
 * What stands in for the images that a Dockerfile begins with, and that come from a registry: the same Debian of Debian's
 * packages, and the same Node, from npm's package of it, with this machine's npm.
 */
export function baseImages(podman: Podman, folder: string, nodeVersion: string): { debian: string; node: string } {
  const system = join(folder, 'debian');
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', system], { stdio: 'pipe' });
  podman.import(system, DEBIAN);
  rmSync(system, { recursive: true });

  const added = join(folder, 'node');
  const at = (path: string): string => join(added, path);
  for (const name of ['usr/local/bin', 'usr/local/lib/node_modules', 'etc/ssl/certs'])
    mkdirSync(at(name), { recursive: true });
  cpSync(nodeBinary(nodeVersion).path, at('usr/local/bin/node'));
  const modules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  cpSync(join(modules, 'npm'), at('usr/local/lib/node_modules/npm'), { recursive: true });
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, at(CERTIFICATES));
  writeFileSync(join(folder, 'node.Dockerfile'), NODE_STEPS);
  podman.build(NODE, join(folder, 'node.Dockerfile'), added);
  return { debian: DEBIAN, node: NODE };
}
