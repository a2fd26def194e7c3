import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accepts, freePort } from './ports';

export const PROXIES = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** A service behind HAProxy, whose health is asked at a port of its own; without one, at its port. */
export interface Backend {
  port: number;
  healthPort?: number;
}

/** Configurations as they come, but for where they listen and how long they wait for a server that says nothing. */
const CONFIGURATIONS: Record<
  ProxyName,
  (port: number, backends: Backend[], idleSeconds: number, folder: string) => string
> = {
  // Buffers what servers say, unless they say otherwise.
  nginx: (port, [backend], idle, folder) => `
    daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http {
      access_log off;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://127.0.0.1:${backend!.port}; proxy_read_timeout ${idle}s; }
      }
    }`,
  // With health checks alone it sends nothing twice: what a service drops, the caller sees.
  haproxy: (port, backends, idle) => `
global
  maxconn 4096
defaults
  mode http
${backends.some(({ healthPort }) => healthPort) ? '  retries 0' : '  option redispatch\n  retries 3'}
  timeout connect 5s
  # Otherwise that of a check is its interval, and a busy machine has no service that is up.
  timeout check 5s
  timeout client ${idle}s
  timeout server ${idle}s
frontend visitors
  bind 127.0.0.1:${port}
  default_backend services
  stats enable
  stats uri /stats
backend services
  balance leastconn
  option httpchk GET /health/ready
  default-server inter 200ms fall 1 rise 1
${backends.map((backend, n) => `  server service${n} 127.0.0.1:${backend.port}${checkOf(backend, backends.length)}`).join('\n')}
`,
  caddy: (port, [backend], idle) => `
{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  reverse_proxy 127.0.0.1:${backend!.port} {
    transport http {
      read_timeout ${idle}s
    }
  }
}`,
};

function checkOf({ healthPort }: Backend, backends: number): string {
  if (healthPort) return ` check port ${healthPort}`;
  return backends > 1 ? ' check' : '';
}

const ARGUMENTS: Record<ProxyName, (file: string) => string[]> = {
  nginx: (file) => ['-c', file],
  haproxy: (file) => ['-db', '-f', file],
  caddy: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
};

/** Where the proxy is on this machine; null: not installed. */
export function installed(name: ProxyName): string | null {
  try {
    const PATH = `${process.env['PATH']}:/usr/sbin`;
    return execFileSync('which', [name], { env: { PATH }, encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** A proxy that passes on what services on this machine stream. */
export class StreamProxy {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(name: ProxyName, backends: (number | Backend)[], idleSeconds: number): Promise<StreamProxy> {
    const folder = mkdtempSync(join(tmpdir(), `parley-${name}-`));
    const [port, file] = [await freePort(), join(folder, 'configuration')];
    const targets = backends.map((backend) => (typeof backend === 'number' ? { port: backend } : backend));
    writeFileSync(file, CONFIGURATIONS[name](port, targets, idleSeconds, folder));
    const child = spawn(installed(name)!, ARGUMENTS[name](file), { stdio: 'ignore', env: { HOME: folder } });
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
      await pause(20);
    }
    return new StreamProxy(`http://127.0.0.1:${port}`, child, folder);
  }

  /** Resolves when HAProxy sends requests to that many services. */
  async untilUp(services: number): Promise<void> {
    const states = async (): Promise<string> => (await fetch(`${this.url}/stats;csv`)).text();
    while ((await states()).match(/^services,service\d+,.*,UP,/gm)?.length !== services) await pause(50);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    // Nginx takes its workers with it only where it is asked.
    this.child.kill('SIGTERM');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
