import { AttemptSlots } from './attempt-slots';

const never = new AbortController().signal;

/** Attempts that go on until the test ends them. */
class Attempts {
  readonly started: string[] = [];
  private readonly ends = new Map<string, () => void>();

  constructor(private readonly slots: AttemptSlots) {}

  begin(name: string, workspaceId: string, host = name, signal = never): Promise<void> {
    const attempt = (): Promise<void> => {
      this.started.push(name);
      return new Promise((resolve) => this.ends.set(name, resolve));
    };
    return this.slots.run(workspaceId, host, attempt, signal);
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)!();
    await new Promise(setImmediate);
  }
}

it('has at most so many at once, and so many of a workspace and of a host', async () => {
  const attempts = new Attempts(new AttemptSlots({ all: 4, ofWorkspace: 3, ofHost: 2 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void attempts.begin(name, 'A');
  for (const name of ['b1', 'b2']) void attempts.begin(name, 'B', 'one');
  void attempts.begin('c1', 'C', 'one');
  await new Promise(setImmediate);
  expect(attempts.started).toEqual(['a1', 'a2', 'a3', 'b1']);
  await attempts.end('a1');
  expect(attempts.started.at(-1)).toBe('c1');
  await attempts.end('a2');
  expect(attempts.started.at(-1)).toBe('a4');
  await attempts.end('a3');
  // The host of b2 has two.
  expect(attempts.started.at(-1)).toBe('a4');
  await attempts.end('c1');
  expect(attempts.started.at(-1)).toBe('b2');
});

it('serves the workspace first that was longest not served', async () => {
  const attempts = new Attempts(new AttemptSlots({ all: 1, ofWorkspace: 9, ofHost: 9 }));
  for (const name of ['a1', 'a2', 'a3']) void attempts.begin(name, 'A');
  void attempts.begin('b1', 'B');
  void attempts.begin('b2', 'B');
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) {
    await new Promise(setImmediate);
    await attempts.end(name);
  }
  expect(attempts.started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

it('a wait ends with its signal, and takes no place', async () => {
  const attempts = new Attempts(new AttemptSlots({ all: 1, ofWorkspace: 9, ofHost: 9 }));
  void attempts.begin('a1', 'A');
  const stop = new AbortController();
  const waiting = attempts.begin('a2', 'A', 'a2', stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  void attempts.begin('b1', 'B');
  await new Promise(setImmediate);
  await attempts.end('a1');
  expect(attempts.started).toEqual(['a1', 'b1']);
});
