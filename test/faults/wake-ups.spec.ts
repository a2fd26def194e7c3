import { setTimeout as pause } from 'node:timers/promises';
import type { UnitOfWork } from '../../src/common/database/unit-of-work';
import { BackgroundRunner } from '../../src/common/jobs/background-runner';
import type { WakeUps } from '../../src/common/jobs/wake-ups';
import { wakeUpsFor } from '../../src/common/jobs/wake-ups-for';
import { REDIS_LOOKS, RedisLink } from '../../src/common/redis/redis-link';
import { loadSettings } from '../../src/config/load-settings';
import { REDIS_URL, RedisProxy } from '../support/redis';

const HOUR = 3_600_000;
const SECRET_KEY = `the key of this run of the suite, ${process.hrtime.bigint()}`;

const outsideOfTransactions = { afterCommit: (step: () => void) => step() } as UnitOfWork;

/** A process with a task that looks once an hour unless it is woken. */
class Worker {
  looks = 0;
  private constructor(
    readonly link: RedisLink,
    readonly wakeUps: WakeUps,
    readonly runner: BackgroundRunner,
  ) {}

  static async start(url: string, secret = SECRET_KEY): Promise<Worker> {
    const settings = loadSettings({ RUN_WORKER: 'yes', SECRET_KEY: secret });
    const link = new RedisLink(url);
    const wakeUps = wakeUpsFor(link, settings);
    const worker = new Worker(link, wakeUps, new BackgroundRunner(settings, wakeUps, outsideOfTransactions));
    worker.runner.register({ name: 'a-task', idleMs: HOUR, runOnce: async () => (worker.looks++, false) });
    await link.onModuleInit();
    worker.runner.onApplicationBootstrap();
    while (worker.looks === 0) await pause(5);
    return worker;
  }

  async looksAgain(): Promise<void> {
    const before = this.looks;
    while (this.looks === before) await pause(5);
  }

  async stop(): Promise<void> {
    await this.runner.beforeApplicationShutdown();
    await this.link.onApplicationShutdown();
  }
}

(REDIS_URL === null ? describe.skip : describe)('wake-ups by way of Redis', () => {
  const { everyMs } = REDIS_LOOKS;
  let proxy: RedisProxy;
  let [one, other, stranger] = [] as unknown as [Worker, Worker, Worker];
  beforeAll(async () => {
    REDIS_LOOKS.everyMs = 20;
    proxy = await RedisProxy.start();
    one = await Worker.start(proxy.url);
    other = await Worker.start(REDIS_URL!);
    stranger = await Worker.start(REDIS_URL!, `${SECRET_KEY}, another`);
  });
  afterAll(async () => {
    for (const worker of [one, other, stranger]) await worker.stop();
    await proxy.close();
    REDIS_LOOKS.everyMs = everyMs;
  });

  it('reach the tasks of the other processes and their own, once, and of no other installation', async () => {
    const looks = [one, other, stranger].map((worker) => worker.looks);
    const both = [one.looksAgain(), other.looksAgain()];
    one.runner.wake('a-task');
    await Promise.all(both);
    // All earlier messages have arrived with it.
    const arrived = other.looksAgain();
    one.runner.wake('no-task');
    one.runner.wake('a-task');
    await arrived;
    expect([one, other, stranger].map(({ looks: now }, n) => now - looks[n]!)).toEqual([2, 2, 0]);
  });

  it('go on within the process while Redis is away, and to the others once it is back', async () => {
    await proxy.become('refusing');
    while (one.link.isUp) await pause(5);
    const [before, itself] = [other.looks, one.looksAgain()];
    one.runner.wake('a-task');
    await itself;
    await proxy.become('working');
    while (!one.link.isUp) await pause(5);
    const [again, others] = [one.looksAgain(), other.looksAgain()];
    one.runner.wake('a-task');
    await others;
    expect(other.looks).toBe(before + 1);
    await again;
    // Its subscription is new as well.
    const back = one.looksAgain();
    other.runner.wake('a-task');
    await back;
  });
});
