import './common/logging/source-maps';
import { screen } from './demo/own-screen'; // before the rest, which takes seconds to load
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { logger, logTo } from './common/logging/logger';
import { mailFolder } from './common/mail/file-transport';
import { CannotStart } from './config/cannot-start';
import { dataDirProblem, makeFolder } from './config/data-dir';
import type { Settings } from './config/load-settings';
import { demonstrate } from './demo/demonstrate';
import { demonstration } from './demo/demonstration';
import { demoSettings } from './demo/demo-settings';
import { MailServer } from './demo/mail-server';
import { DemoState } from './demo/demo-state';
import { Service } from './service';

let service: Service | undefined;
const shutdown = new AbortController();
let ending = false;

/** Shows the real service over HTTP, with Parley's own documentation as its knowledge. Then keeps running. */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
  const mail = await MailServer.start();
  const { settings, portMoved } = await demoSettings(process.env, mail.settings);
  const { DATA_DIR, PUBLIC_URL } = settings.values;
  const log = logToFile(settings);
  const state = DemoState.open(DATA_DIR);
  screen.text(`Parley, in ${DATA_DIR} (log: ${log})`);
  screen.progress('starting database and service …');
  service = await Service.start(settings, { listen: true, signal: shutdown.signal });
  screen.text(`The service runs at ${PUBLIC_URL}${portMoved ? `, because port 3000 is in use` : ''}.`);
  mail.deliverTo(PUBLIC_URL, mailFolder(DATA_DIR));
  const demo = demonstration(settings, { screen, state, mail, signal: shutdown.signal });
  await demonstrate(demo);
  screen.blank();
  screen.text(`Made ${demo.api.count} calls, which are in the log. Keeps running until Ctrl-C.`);
}

/** The service's own log would disturb the screen. */
function logToFile({ values: { DATA_DIR, LOG_LEVEL } }: Settings): string {
  const path = join(DATA_DIR, 'demo.log');
  const file = openLog(path, DATA_DIR);
  logTo({ write: (line) => void writeSync(file, line) });
  logger.level = LOG_LEVEL;
  return path;
}

function openLog(path: string, dataDir: string): number {
  try {
    makeFolder(dataDir);
    return openSync(path, 'a', 0o600);
  } catch (error) {
    throw dataDirProblem(error, dataDir);
  }
}

/**
 * The first signal ends everything in order, including a service that is still starting. A second one ends the process
 * at once, together with its database server.
 */
async function end(): Promise<void> {
  if (ending) process.exit(130);
  ending = true;
  screen.blank();
  screen.text('Stopping …');
  shutdown.abort();
  // A start in progress ends in fail.
  if (!service) return;
  await service.stop();
  process.exit(0);
}

async function fail(error: unknown): Promise<void> {
  // Interrupted calls and an interrupted start are not failures.
  if (ending && service) return;
  if (ending) process.exit(0);
  ending = true;
  screen.blank();
  process.stderr.write(`${error instanceof CannotStart ? error.message : explained(error)}\n`);
  await service?.stop();
  process.exit(1);
}

function explained(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `The demonstration failed: ${text}\nThe log in DATA_DIR has more. Another run continues from here.`;
}

main().catch(fail);
