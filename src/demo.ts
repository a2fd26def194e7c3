import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './common/database/embedded/embedded.errors';
import { logger, logTo } from './common/logging/logger';
import { InvalidSettings, type Settings } from './config/load-settings';
import { askQuestions } from './demo/ask-questions';
import { demonstration } from './demo/demonstration';
import { demoSettings, PortTaken } from './demo/demo-settings';
import { exchangeKey } from './demo/exchange-key';
import { activate, makeAgent } from './demo/make-agent';
import { Screen } from './demo/screen';
import { signIn } from './demo/sign-in';
import { teachAgent } from './demo/teach-agent';
import { showHowToTryIt } from './demo/try-it';
import { Service } from './service';

const screen = new Screen(process.stdout, process.env);
let service: Service | undefined;
let ending = false;

/** Shows the real service at work, over HTTP, with Parley's own documentation as its knowledge; then stays up. */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
  const { settings, portMoved } = await demoSettings(process.env);
  const { DATA_DIR, PORT, PUBLIC_URL } = settings.values;
  const log = logToFile(settings);
  screen.text(`Parley, in ${DATA_DIR} (log: ${log})`);
  screen.progress('starting database and service …');
  service = await Service.start(settings, { listen: true });
  screen.text(`The service runs at ${PUBLIC_URL}${portMoved ? `; port 3000 is taken, so it has port ${PORT}` : ''}.`);
  await show(settings);
  screen.blank();
  screen.text('Stays up until Ctrl-C. The next run goes on with these data.');
}

async function show(settings: Settings): Promise<void> {
  const demo = demonstration(settings, screen);
  const person = await signIn(demo);
  const agent = await makeAgent(demo, person);
  await teachAgent(demo, person, agent);
  await activate(demo, person, agent);
  const program = await exchangeKey(demo, person, agent);
  await askQuestions(demo, program, agent);
  await showHowToTryIt(demo, agent);
}

/** The service's own log would be in the way on the screen. */
function logToFile({ values: { DATA_DIR, LOG_LEVEL } }: Settings): string {
  mkdirSync(DATA_DIR, { recursive: true });
  const path = join(DATA_DIR, 'demo.log');
  const file = openSync(path, 'a', 0o600);
  logTo({ write: (line) => void writeSync(file, line) });
  logger.level = LOG_LEVEL;
  return path;
}

/**
 * The first signal ends everything in order. A second one, or one before the service is up, ends the process at once,
 * and its database server ends with it.
 */
async function end(): Promise<void> {
  if (ending || !service) process.exit(130);
  ending = true;
  screen.blank();
  screen.text('Stopping …');
  await service.stop();
  process.exit(0);
}

async function fail(error: unknown): Promise<void> {
  // Calls that were cut off by the end are no failure.
  if (ending) return;
  ending = true;
  screen.blank();
  const expected = [InvalidSettings, EmbeddedPostgresError, PortTaken].some((type) => error instanceof type);
  process.stderr.write(`${expected ? (error as Error).message : explained(error)}\n`);
  await service?.stop();
  process.exit(1);
}

function explained(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `The demonstration could not go on: ${text}\nThe log in DATA_DIR says more; another run goes on from here.`;
}

main().catch(fail);
