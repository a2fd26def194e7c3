import { join } from 'node:path';
import { CannotStart } from '../config/cannot-start';
import { LimitSettings } from '../config/limit-settings';
import { loadSettings, type Settings } from '../config/load-settings';
import { settingsOf } from '../config/setting';
import { freePort, isFree } from './free-port';

const USUAL_PORT = '3000';
/** The only variables that the demonstration reads from the environment. None of them leads to real data. */
const INHERITED = ['PORT', 'HOST', 'LOG_LEVEL', 'MODEL_BASE_URL', 'MODEL_API_KEY', 'MODEL_DEFAULT'];

const LIMITS = settingsOf(LimitSettings).filter(({ name }) => name.startsWith('LIMIT_'));
/** A person who tries things would meet limits sooner than a customer, and the next run again. A value of 0 disables a limit. */
const WITHOUT_LIMITS = {
  PLANS_FILE: join(__dirname, 'plans.json'),
  ...Object.fromEntries(LIMITS.map(({ name }) => [name, '0'])),
};

/** The requested port is in use. */
export class PortTaken extends CannotStart {
  constructor(port: string) {
    super(`PORT ${port} is in use by another program. Choose another PORT, or unset it to use a free one.`);
  }
}

export interface DemoSettings {
  settings: Settings;
  /** Whether the usual port is in use, so that another one was chosen. */
  portMoved: boolean;
}

/**
 * A separate installation in `./data/demo`: an embedded database and a mail server of its own, reachable from this
 * machine only, and without limits.
 *
 * @throws InvalidSettings, PortTaken
 */
export async function demoSettings(
  environment: NodeJS.ProcessEnv,
  mail: Record<string, string>,
): Promise<DemoSettings> {
  const wanted = environment['PORT'] || undefined;
  const portMoved = wanted === undefined && !(await isFree(Number(USUAL_PORT)));
  const port = portMoved || wanted === '0' ? String(await freePort()) : (wanted ?? USUAL_PORT);
  const own = {
    ...mail,
    ...WITHOUT_LIMITS,
    HOST: '127.0.0.1',
    // The program that gets events by a webhook.
    FETCH_ALLOWED_HOSTS: '127.0.0.1',
    // On a busy machine, the limits on time end what yields to others.
    COMPUTE_NICENESS: '0',
    PORT: port,
    DATA_DIR: environment['DATA_DIR'] || './data/demo',
  };
  const takenOver = INHERITED.map((name) => [name, environment[name]] as const).filter(([, value]) => value);
  const settings = loadSettings({ ...own, ...Object.fromEntries(takenOver), PORT: port });
  if (!(await isFree(settings.values.PORT))) throw new PortTaken(port);
  return { settings, portMoved };
}
