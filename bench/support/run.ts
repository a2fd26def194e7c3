import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { version } from '../../package.json';
import { agentList } from '../agent-list/suite';
import { chatTurn } from '../chat-turn/suite';
import { contacts } from '../contacts/suite';
import { indexing } from '../indexing/suite';
import { inbox } from '../inbox/suite';
import { limits } from '../limits/suite';
import { neighbours } from '../neighbours/suite';
import { notifications } from '../notifications/suite';
import { passages } from '../passages/suite';
import { plans } from '../plans/suite';
import { replies } from '../replies/suite';
import { scale } from '../scale/suite';
import { sla } from '../sla/suite';
import { start } from '../start/suite';
import { surfaces } from '../surfaces/suite';
import { tokenExchange } from '../token-exchange/suite';
import { visitor } from '../visitor/suite';
import { webhooks } from '../webhooks/suite';
import { Bench } from './bench';
import { BenchServer, makeDataDir, removeDataDir } from './database';
import type { NodeBinary } from './node-binary';
import type { Options } from './options';
import { Report } from './report';
import { ServerProcess } from './server-process';
import { startService } from './servers';
import { createTenant } from './tenant';

const UNDER_LOAD = { tokens: tokenExchange, agents: agentList, chat: chatTurn, surfaces };
/** Too long to run by default. */
const BY_NAME_ONLY = {
  ...{ contacts, inbox, indexing, limits, neighbours, notifications, passages, replies, scale, sla, visitor, webhooks },
};
/** For these suites, each working copy gets its own database, so the older one need not know the current schema. */
const APART: readonly string[] = ['indexing', 'passages'];
const SUITES = [...Object.keys(UNDER_LOAD), 'start', 'plans', ...Object.keys(BY_NAME_ONLY)];

/** Runs the selected suites on one version of Node and one database server, with one report. */
export async function runSuites(node: NodeBinary, options: Options): Promise<void> {
  const unknown = options.suites.filter((suite) => !SUITES.includes(suite));
  if (unknown.length > 0) throw new Error(`No suite ${unknown.join(', ')}; there are ${SUITES.join(', ')}`);
  const wanted = (suite: string): boolean => options.suites.length === 0 || options.suites.includes(suite);

  const server = await BenchServer.start();
  try {
    const report = new Report(circumstances(node, options, server.description));
    const loads = Object.entries(UNDER_LOAD).flatMap(([name, suite]) => (wanted(name) ? [suite] : []));
    if (loads.length > 0) await underLoad(loads, { node, options, server, report });
    if (wanted('start')) report.start(await start(node.path, options.rounds, () => server.createDatabase()));
    if (wanted('plans')) {
      report.plan(`Plans, ${options.rows} rows`, await plans(await server.createDatabase(), options.rows));
    }
    for (const [name, suite] of Object.entries(BY_NAME_ONLY)) {
      if (!options.suites.includes(name)) continue;
      await underLoad([suite], { node, options, server, report }, { apart: APART.includes(name) });
    }
    console.log(`\n${report.write()}\n`);
  } finally {
    ServerProcess.killAll();
    await server.stop();
  }
}

interface Run {
  node: NodeBinary;
  options: Options;
  server: BenchServer;
  report: Report;
}

async function underLoad(
  suites: readonly ((bench: Bench) => Promise<void>)[],
  { node, options, server, report }: Run,
  { apart = false } = {},
): Promise<void> {
  const dataDir = makeDataDir();
  const databaseUrl = await server.createDatabase();
  const conditions = { node: node.path, databaseUrl, dataDir, profile: options.profile };
  const service = await startService(conditions);
  // Second, so that the schema is the one of this working copy.
  const shared = apart ? undefined : options.before;
  const before = shared ? await startService(conditions, { folder: resolve(shared) }) : null;
  try {
    const tenant = await createTenant(databaseUrl);
    const bench = new Bench(conditions, options, service, tenant, before, report, () => server.createDatabase());
    for (const suite of suites) await suite(bench);
  } finally {
    await Promise.all([service.stop(), before?.stop()]);
    removeDataDir(dataDir);
  }
}

function circumstances(node: NodeBinary, { rounds, seconds, connections }: Options, database: string) {
  return {
    parley: version,
    node: node.version,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1024 ** 3)} GB, ${process.platform}`,
    database,
    load: `${rounds} rounds of ${seconds} s each, in turn, ${connections} connections`,
    equal: 'NODE_ENV production, pool of 10, no limits, Parley logs warnings only',
  };
}
