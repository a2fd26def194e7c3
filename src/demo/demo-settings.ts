import { CannotStart } from '../config/cannot-start';
import { loadSettings, type Settings } from '../config/load-settings';
import { freePort, isFree } from './free-port';

const USUAL_PORT = '3000';
/** What a demonstration takes over from the environment: nothing that could lead it to somebody's real data. */
const TAKEN_OVER = ['PORT', 'HOST', 'LOG_LEVEL', 'MODEL_BASE_URL', 'MODEL_API_KEY', 'MODEL_DEFAULT'];

/** A port that was asked for and is taken, in a sentence for whoever asked. */
export class PortTaken extends CannotStart {
  constructor(port: string) {
    super(`PORT ${port} is in use by another program. Choose another PORT, or none to get a free one.`);
  }
}

export interface DemoSettings {
  settings: Settings;
  /** The usual port is taken, so it is another one. */
  portMoved: boolean;
}

/**
 * An installation of its own in `./data/demo`: embedded database, a mail server of its own, reachable from this machine only.
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
  const own = { ...mail, HOST: '127.0.0.1', PORT: port, DATA_DIR: environment['DATA_DIR'] || './data/demo' };
  const takenOver = TAKEN_OVER.map((name) => [name, environment[name]] as const).filter(([, value]) => value);
  const settings = loadSettings({ ...own, ...Object.fromEntries(takenOver), PORT: port });
  if (!(await isFree(settings.values.PORT))) throw new PortTaken(port);
  return { settings, portMoved };
}
