import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import type ComputeTasks from '../../../test/fixtures/compute-tasks';
import { loadSettings } from '../../config/load-settings';
import { Compute } from './compute';
import { ComputeBoundExceeded, ComputeProcessLost } from './compute.errors';
import type { ComputeScript } from './compute.types';

const ROOT = join(__dirname, '../../..');
const TASKS: ComputeScript<ComputeTasks> = { path: require.resolve('../../../test/fixtures/compute-tasks') };

let compute: Compute;

function started(settings: Record<string, string> = {}): Compute {
  compute = new Compute(loadSettings({ COMPUTE_NICENESS: '3', ...settings }));
  return compute;
}
afterEach(() => compute.onApplicationShutdown());

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a session', () => {
  it('has exclusive use of its own task, at a low priority', async () => {
    started();
    const sums = await Promise.all(
      [1, 10].map((number) =>
        compute.session(TASKS, async (task) => {
          await task.add(number);
          return task.add(number);
        }),
      ),
    );
    expect(sums).toEqual([2, 20]);
    expect(getPriority(compute.pid)).toBe(3);
  });

  it('receives the error of its task, and continues', async () => {
    const session = started().session(TASKS, async (task) => {
      await expect(task.fail()).rejects.toThrow('No such thing');
      return task.add(5);
    });
    await expect(session).resolves.toBe(5);
  });

  it('does not count the time in which a busy machine starts the process and loads its code', async () => {
    const slow: ComputeScript<ComputeTasks> = { path: require.resolve('../../../test/fixtures/slow-compute-tasks') };
    const sum = started().session(slow, (task) => task.add(5), { milliseconds: 100 });
    await expect(sum).resolves.toBe(5);
  });

  it('gives the process neither settings nor secrets', async () => {
    expect(await started().session(TASKS, (task) => task.environment())).not.toHaveProperty('PATH');
  });
});

describe('workspaces', () => {
  it('share processes: a busy workspace leaves one to others, and emails and sources have separate ones', async () => {
    started();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const ended: string[] = [];
    const session = (workspaceId: string, kind: 'sources' | 'mails', until?: Promise<void>): Promise<unknown> =>
      compute.session(
        TASKS,
        async (task) => {
          await task.add(1);
          await until;
          ended.push(`${workspaceId} ${kind}`);
        },
        { workspaceId, kind },
      );
    const large = [1, 2, 3].map(() => session('large', 'sources', held));
    await session('small', 'sources');
    await session('large', 'mails');
    expect(ended).toEqual(['small sources', 'large mails']);
    release();
    await Promise.all(large);
    expect(ended).toHaveLength(5);
  });
});

describe('bounds', () => {
  it('time: all calls of a session together, none of them long, and the next one has its own', async () => {
    const pending = started({ COMPUTE_TIMEOUT_MS: '1500' }).session(TASKS, async (task) => {
      for (let n = 0; n < 40; n++) await task.spin(100);
    });
    await expect(pending).rejects.toMatchObject({ bound: 'time' });
    await expect(compute.session(TASKS, (task) => task.add(1))).resolves.toBe(1);
  });

  it('time: also of a process that does not bound itself', async () => {
    const pending = started({ COMPUTE_TIMEOUT_MS: '1500' }).session(TASKS, async (task) => {
      await task.add(1);
      process.kill(compute.pid!, 'SIGSTOP');
      return task.add(1);
    });
    await expect(pending).rejects.toMatchObject({ bound: 'time' });
  });

  it('memory: the process ends, this one does not, and the next session has another', async () => {
    const pending = started({ COMPUTE_MEMORY_MB: '64' }).session(TASKS, (task) => task.fill());
    await expect(pending).rejects.toEqual(new ComputeBoundExceeded('memory'));
    await expect(compute.session(TASKS, (task) => task.add(1))).resolves.toBe(1);
  });

  it('a process that was killed from outside does not count as a failure of its work', async () => {
    const pending = started().session(TASKS, async (task) => {
      await task.add(1);
      process.kill(compute.pid!, 'SIGKILL');
      return task.add(1);
    });
    await expect(pending).rejects.toBeInstanceOf(ComputeProcessLost);
    await expect(compute.session(TASKS, (task) => task.add(1))).resolves.toBe(1);
  });
});

describe('the process', () => {
  it('is started by the first session, stays through signals for its parent, and ends with the service', async () => {
    expect(started().pid).toBeUndefined();
    await compute.session(TASKS, (task) => task.add(1));
    const pid = compute.pid!;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
    await compute.session(TASKS, (task) => task.add(1));
    expect(compute.pid).toBe(pid);
    compute.onApplicationShutdown();
    await untilGone(pid);
    await expect(compute.session(TASKS, (task) => task.add(1))).rejects.toThrow('shuts down');
  });

  it('bounds itself, so that it does not outlive a parent that was killed', async () => {
    started();
    const script = `
      const { Compute } = require(${JSON.stringify(require.resolve('./compute'))});
      const compute = new Compute({ values: { COMPUTE_TIMEOUT_MS: 1000, COMPUTE_MEMORY_MB: 64, COMPUTE_NICENESS: 0, COMPUTE_PROCESSES: 1 } });
      compute.session({ path: ${JSON.stringify(TASKS.path)} }, async (task) => {
        await task.add(1);
        console.log(compute.pid);
        await task.spin(600000);
      });`;
    const parent = spawn(process.execPath, ['-r', join(ROOT, 'scripts/register-swc.js'), '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(printed.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await untilGone(pid);
  });
});
