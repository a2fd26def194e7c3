import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinary } from '../../support/node-binary';
import { ServerProcess } from '../../support/server-process';

/** Directus 12 needs Node 22 or newer; `isolated-vm` of {@link HOW_TO_GET} ships binaries for this one. */
const NODE = '24';
export const TOKEN = 'token-of-the-bench';

/** Installs the binary of isolated-vm from npm instead of compiling it. Only code in Directus flows needs it. */
export const HOW_TO_GET = `mkdir FOLDER && cd FOLDER
  echo '{"dependencies": {"directus": "12.4.0"}, "overrides": {"isolated-vm": "7.0.1"}}' > package.json
  npx -y -p node@24 -p npm@11 npm install --legacy-peer-deps`;

export interface DirectusOptions {
  /** With `node_modules/directus`. */
  folder: string;
  databaseUrl: string;
}

/** Directus on an empty database, as its own command line sets it up: production, no cache, no limits, warnings only. */
export async function startDirectus(
  { folder, databaseUrl }: DirectusOptions,
  tables: () => Promise<void>,
): Promise<ServerProcess> {
  const cli = join(folder, 'node_modules/directus/cli.js');
  if (!existsSync(cli)) throw new Error(`No Directus in ${folder}. This makes such a folder:\n  ${HOW_TO_GET}`);
  const node = nodeBinary(NODE).path;
  const environment = { ...settings(databaseUrl), EXTENSIONS_PATH: folder, STORAGE_LOCAL_ROOT: folder };
  execFileSync(node, [cli, 'bootstrap'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Before the start, which reads the schema.
  await tables();
  return ServerProcess.start({ node, command: [cli, 'start'], environment, readyPath: '/server/ping' });
}

function settings(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:8055',
    SECRET: 'a secret of the bench, of thirty-two and more characters',
    LOG_LEVEL: 'warn',
    TELEMETRY: 'false',
    // Otherwise it would refuse requests while the machine is busy.
    PRESSURE_LIMITER_ENABLED: 'false',
    DB_CLIENT: 'pg',
    DB_HOST: searchParams.get('host') ?? hostname,
    DB_PORT: port || '5432',
    DB_USER: decodeURIComponent(username),
    DB_PASSWORD: decodeURIComponent(password) || 'none',
    DB_DATABASE: pathname.slice(1),
    DB_POOL__MAX: '10',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'a password of the bench',
    ADMIN_TOKEN: TOKEN,
  };
}
