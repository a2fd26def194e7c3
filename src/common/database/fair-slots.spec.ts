import { FairSlots } from './fair-slots';

/** Controls when work ends, and records the order of starts. */
class Desk {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();

  constructor(private readonly slots: FairSlots) {}

  async ask(key: string, name: string): Promise<string | null> {
    const ran = await this.slots.run(key, () => {
      this.begun.push(name);
      return new Promise<string>((resolve) => this.ends.set(name, () => resolve(name)));
    });
    return ran?.result ?? null;
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)?.();
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const deskOf = (options: Partial<ConstructorParameters<typeof FairSlots>[0]> = {}): Desk =>
  new Desk(new FairSlots({ slots: 4, mostOfOne: 2, mostWaiting: 10, patienceMs: 60_000, ...options }));

describe('FairSlots', () => {
  it('limits one key to its share, and leaves the rest to others', async () => {
    const desk = deskOf();
    for (const name of ['a1', 'a2', 'a3', 'b1']) void desk.ask('abc'[name.charCodeAt(0) - 97]!, name);
    await settled();
    expect(desk.begun).toEqual(['a1', 'a2', 'b1']);
    await desk.end('a1');
    expect(desk.begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('gives free slots to the keys that wait in turn', async () => {
    const desk = deskOf({ slots: 1, mostOfOne: 1 });
    const begun = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'];
    for (const name of begun) void desk.ask(name[0]!, name);
    await settled();
    for (let place = 0; place < begun.length; place += 1) await desk.end(desk.begun[place]!);
    expect(desk.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('refuses work that would wait too long or behind too many others', async () => {
    const desk = deskOf({ slots: 1, mostWaiting: 1, patienceMs: 30 });
    void desk.ask('a', 'a1');
    const waits = desk.ask('a', 'a2');
    expect(await desk.ask('a', 'a3')).toBeNull();
    expect(await waits).toBeNull();
    const other = desk.ask('b', 'b1');
    await desk.end('a1');
    await desk.end('b1');
    expect(await other).toBe('b1');
    expect(desk.begun).toEqual(['a1', 'b1']);
  });

  it('frees the slot of work that fails', async () => {
    const slots = new FairSlots({ slots: 1, mostOfOne: 1, mostWaiting: 1, patienceMs: 1_000 });
    await expect(slots.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await slots.run('b', () => Promise.resolve(1))).toEqual({ result: 1 });
  });
});
