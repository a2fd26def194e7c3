import { loadSettings } from '../../config/load-settings';
import type { UnitOfWork } from '../database/unit-of-work';
import { BackgroundRunner } from './background-runner';
import { OwnWakeUps } from './wake-ups';

const outsideOfTransactions = { afterCommit: (step: () => void) => step() } as UnitOfWork;

describe('BackgroundRunner', () => {
  it('reports tasks that hang: with one piece of work for too long, except for tasks without a time limit, and regardless of idle time', async () => {
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const runner = new BackgroundRunner(loadSettings({ RUN_WORKER: 'yes' }), new OwnWakeUps(), outsideOfTransactions);
    let release = (_worked: boolean): void => {};
    runner.register({ name: 'hanging', idleMs: 1, runOnce: () => new Promise((resolve) => (release = resolve)) });
    const purge = { name: 'purge', takesItsTime: true, idleMs: 1 } as const;
    runner.register({ ...purge, runOnce: (signal) => new Promise((done) => (signal.onabort = () => done(false))) });
    runner.register({ name: 'idle', idleMs: 3_600_000, runOnce: () => Promise.resolve(false) });
    runner.onApplicationBootstrap();
    await new Promise(setImmediate);
    now = 30 * 60_000;
    expect(runner.stuck).toEqual([]);
    now += 1;
    expect(runner.stuck).toEqual(['hanging']);
    // The next piece of work begins now.
    release(true);
    await new Promise(setImmediate);
    expect(runner.stuck).toEqual([]);
    const ended = runner.beforeApplicationShutdown();
    release(false);
    await ended;
    clock.mockRestore();
  });
});
