import { ServerProcess } from './server-process';

/** Settings that all servers of a run share, to compare them under equal conditions. */
export interface Conditions {
  node: string;
  databaseUrl: string;
  dataDir: string;
  profile: string | undefined;
}

/** Connections to the database, in every server. */
export const POOL_SIZE = 10;

const COMMON = { NODE_ENV: 'production', MAIL_FROM: 'parley@example.com', DATABASE_POOL_SIZE: String(POOL_SIZE) };

/** PUBLIC_URL of the service, and so the audience of its tokens. It is never connected to. */
export const PUBLIC_URL = 'http://localhost:3000';

/** The settings of the service under load: no limits, warnings only. All others have their defaults. */
export const SERVICE_SETTINGS: Readonly<Record<string, string>> = {
  ...COMMON,
  HOST: '127.0.0.1',
  PUBLIC_URL,
  SECRET_KEY: 'a key of the bench, of thirty-two and more characters',
  LOG_LEVEL: 'warn',
  LIMIT_SEARCH_PER_CALLER: '0',
  LIMIT_SEARCH_PER_WORKSPACE: '0',
  LIMIT_TURN_PER_CALLER: '0',
  LIMIT_TURN_PER_WORKSPACE: '0',
  LIMIT_TOKEN_PER_KEY: '0',
  LIMIT_LIST_PER_USER: '0',
};

export interface ServiceOptions {
  /** Of another working copy, built. */
  folder?: string;
  /** In addition to {@link SERVICE_SETTINGS}. */
  settings?: Readonly<Record<string, string>>;
  nodeOptions?: readonly string[];
}

/** The built service, as `npm start` runs it. */
export function startService(
  { node, databaseUrl, dataDir, profile }: Conditions,
  { folder, settings = {}, nodeOptions = [] }: ServiceOptions = {},
): Promise<ServerProcess> {
  return ServerProcess.start({
    node,
    folder,
    command: [...nodeOptions, 'dist/src/main.js'],
    environment: { ...SERVICE_SETTINGS, ...settings, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    readyPath: '/health/ready',
    profile,
  });
}

/** One of the peers in this folder: a script that listens on PORT and answers 200 at `/ready`. */
export function startPeer(
  script: string,
  { node, databaseUrl, profile }: Conditions,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return ServerProcess.start({
    node,
    command: ['-r', './scripts/register-swc.js', script],
    environment: { ...COMMON, DATABASE_URL: databaseUrl, ...environment },
    readyPath: '/ready',
    profile,
  });
}
