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

  describe('with tasks that have a condition', () => {
    let statements: string[];
    let due: Record<string, boolean>;
    let runs: string[];
    let runner: BackgroundRunner;
    let release: () => void;

    beforeEach(() => {
      jest.useFakeTimers();
      [statements, due, runs] = [[], {}, []];
      const work = {
        afterCommit: (step: () => void) => step(),
        prepared: (sql: string) => {
          statements.push(sql);
          if (due['hangs']) return new Promise((resolve) => (release = () => resolve([{}])));
          return due['fails'] ? Promise.reject(new Error('No connection')) : Promise.resolve([due]);
        },
      } as unknown as UnitOfWork;
      runner = new BackgroundRunner(loadSettings({ RUN_WORKER: 'yes', LOG_LEVEL: 'silent' }), new OwnWakeUps(), work);
      for (const name of ['mails', 'replies']) {
        const runOnce = (): Promise<boolean> => (runs.push(name), Promise.resolve(false));
        runner.register({ name, idleMs: 100, isDue: `EXISTS (SELECT FROM ${name})`, runOnce });
      }
    });
    afterEach(async () => {
      await runner.beforeApplicationShutdown();
      jest.useRealTimers();
    });

    it('reads all conditions in one statement while they are idle, and runs those that have work', async () => {
      runner.onApplicationBootstrap();
      await jest.advanceTimersByTimeAsync(1_000);
      expect(runs).toEqual(['mails', 'replies']);
      expect(new Set(statements)).toEqual(
        new Set(['SELECT (EXISTS (SELECT FROM mails)\n) AS due_0, (EXISTS (SELECT FROM replies)\n) AS due_1']),
      );
      expect(statements.length).toBeGreaterThan(2);
      expect(statements.length).toBeLessThan(6);
      due = { due_0: false, due_1: true };
      await jest.advanceTimersByTimeAsync(300);
      expect(new Set(runs.slice(2))).toEqual(new Set(['replies']));
    });

    it('runs each of them where that statement fails', async () => {
      runner.onApplicationBootstrap();
      due = { fails: true };
      await jest.advanceTimersByTimeAsync(350);
      expect(runs).toEqual(['mails', 'replies', 'mails', 'replies']);
    });

    it('runs each of them where that statement hangs, and sends no other meanwhile', async () => {
      runner.onApplicationBootstrap();
      due = { hangs: true };
      await jest.advanceTimersByTimeAsync(2_350);
      expect(runs).toEqual(['mails', 'replies', 'mails', 'replies']);
      await jest.advanceTimersByTimeAsync(2_350);
      expect(runs).toHaveLength(6);
      expect(statements).toHaveLength(1);
      release();
    });

    it('runs one at once that is notified, and sends nothing more after the shutdown', async () => {
      runner.onApplicationBootstrap();
      await jest.advanceTimersByTimeAsync(150);
      runner.wake('mails');
      await jest.advanceTimersByTimeAsync(0);
      expect(runs).toEqual(['mails', 'replies', 'mails']);
      await runner.beforeApplicationShutdown();
      statements = [];
      await jest.advanceTimersByTimeAsync(1_000);
      expect(statements).toEqual([]);
    });

    it('drains those that have work, until none has', async () => {
      due = { due_0: true };
      const work = jest.fn().mockResolvedValueOnce(true).mockResolvedValue(false);
      runner.register({ name: 'without a condition', idleMs: 1, runOnce: work });
      await runner.drain();
      expect(runs).toEqual(['mails', 'mails', 'mails']);
      expect(work).toHaveBeenCalledTimes(4);
    });
  });
});
