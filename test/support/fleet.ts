import { freePort } from './ports';
import { SpawnedService } from './spawned-service';
import { StreamProxy } from './stream-proxy';

/** Until the proxy has noticed, which looks five times a second. */
const SHUTDOWN_DELAY_MS = '1000';

interface Place {
  program: 'main' | 'worker';
  settings: Record<string, string>;
  process: SpawnedService;
}

/** Two processes of the API behind HAProxy, which looks at their health on the management port, and two workers. */
export class Fleet {
  private constructor(
    readonly proxy: StreamProxy,
    private readonly apis: Place[],
    private readonly workers: Place[],
  ) {}

  static async start(settings: Record<string, string>): Promise<Fleet> {
    const ports = await Promise.all([1, 2].map(async () => ({ port: await freePort(), healthPort: await freePort() })));
    const apis = ports.map(({ port, healthPort }) => ({
      ...{ PORT: String(port), MANAGEMENT_PORT: String(healthPort), RUN_WORKER: 'no', SHUTDOWN_DELAY_MS },
      ...settings,
    }));
    const fleet = new Fleet(
      await StreamProxy.start('haproxy', ports, 60),
      await Promise.all(apis.map((api) => begin('main', api))),
      await Promise.all([1, 2].map(() => begin('worker', { MANAGEMENT_PORT: '0', ...settings }))),
    );
    await fleet.proxy.untilUp(apis.length);
    return fleet;
  }

  /** One process of each kind ends in order and begins again, until the proxy sends it requests. */
  async restart(which: number): Promise<void> {
    await Promise.all([this.apis, this.workers].map((places) => again(places[which]!)));
    await this.proxy.untilUp(this.apis.length);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apis, ...this.workers].map(({ process }) => process.stop()));
    await this.proxy.stop();
  }
}

async function begin(program: Place['program'], settings: Place['settings']): Promise<Place> {
  return { program, settings, process: await SpawnedService.start(settings, program) };
}

async function again(place: Place): Promise<void> {
  const status = await place.process.stop();
  if (status !== 0) throw new Error(`${place.program} ended with ${status}`);
  place.process = await SpawnedService.start(place.settings, place.program);
}
