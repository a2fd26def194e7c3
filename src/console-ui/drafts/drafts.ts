import { createStore, del, delMany, entries, get, keys, set, type UseStore } from 'idb-keyval';

export type Mode = 'reply' | 'note';

/** Beginnings of keys of accounts that have signed out, and of workspaces that they left: an open page stores nothing of them. */
const forgotten = new Set<string>();

function openStore(): UseStore {
  return createStore('parley-console', 'drafts');
}

/** Removes the texts of an account in one workspace or all of them, which the next person at this computer could read. */
export async function forgetDrafts(accountId: string, workspaceId?: string): Promise<void> {
  const prefix = workspaceId === undefined ? `${accountId}/` : `${accountId}/${workspaceId}/`;
  forgotten.add(prefix);
  try {
    const store = openStore();
    const own = (await keys<string>(store)).filter((key) => key.startsWith(prefix));
    await delMany(own, store);
  } catch {
    // Without IndexedDB they are in the memory of the page only.
  }
}

/** Texts that were not sent, of one account in one workspace. A browser without IndexedDB keeps them until the tab closes. */
export class Drafts {
  private readonly memory = new Map<string, string>();
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly listeners = new Set<() => void>();
  private store: UseStore | null = null;

  constructor(
    private readonly accountId: string,
    private readonly workspaceId: string,
  ) {
    try {
      this.store = openStore();
    } catch {
      // Private windows of some browsers.
    }
    globalThis.addEventListener?.('pagehide', () => this.flush());
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  async read(conversationId: string, mode: Mode): Promise<string> {
    const key = this.key(conversationId, mode);
    const known = this.memory.get(key);
    if (known !== undefined) return known;
    const kept = await this.try<{ text: string } | undefined>((store) => get(key, store));
    if (!this.memory.has(key)) {
      this.memory.set(key, kept?.text ?? '');
      this.tell();
    }
    return this.memory.get(key)!;
  }

  /** Undefined until it was read. */
  now(conversationId: string, mode: Mode): string | undefined {
    return this.memory.get(this.key(conversationId, mode));
  }

  /** Below what is there. */
  async append(conversationId: string, mode: Mode, text: string): Promise<void> {
    const before = await this.read(conversationId, mode);
    this.write(conversationId, mode, before ? `${before}\n\n${text}` : text);
  }

  has(conversationId: string): boolean {
    return !!(this.memory.get(this.key(conversationId, 'reply')) || this.memory.get(this.key(conversationId, 'note')));
  }

  /** The first change is stored at once, later ones within 300 ms, and what waits when the page goes. */
  write(conversationId: string, mode: Mode, text: string): void {
    const key = this.key(conversationId, mode);
    this.memory.set(key, text);
    this.tell();
    if (this.waiting.has(key)) return;
    this.save(key);
    this.waiting.set(
      key,
      setTimeout(() => this.save(key), 300),
    );
  }

  /** Loads which conversations have a draft, and removes those older than 30 days. */
  async load(now: number): Promise<void> {
    const prefix = `${this.accountId}/${this.workspaceId}/`;
    const kept = (await this.try((store) => entries<string, { text: string; at: number }>(store))) ?? [];
    for (const [key, { text, at }] of kept) {
      if (now - at > 30 * 24 * 3_600_000) void this.try((store) => del(key, store));
      else if (key.startsWith(prefix) && !this.memory.has(key)) this.memory.set(key, text);
    }
    this.tell();
  }

  private flush(): void {
    for (const key of this.waiting.keys()) this.save(key);
  }

  private save(key: string): void {
    clearTimeout(this.waiting.get(key));
    this.waiting.delete(key);
    if ([...forgotten].some((prefix) => key.startsWith(prefix))) return;
    const text = this.memory.get(key);
    void this.try((store) => (text ? set(key, { text, at: Date.now() }, store) : del(key, store)));
  }

  private key(conversationId: string, mode: Mode): string {
    return `${this.accountId}/${this.workspaceId}/${conversationId}/${mode}`;
  }

  private async try<T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> {
    if (!this.store) return undefined;
    try {
      return await work(this.store);
    } catch {
      this.store = null;
      return undefined;
    }
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

const opened = new Map<string, Drafts>();

/** The same drafts for every screen, so that none shows what another has replaced. */
export function draftsOf(accountId: string, workspaceId: string): Drafts {
  const key = `${accountId}/${workspaceId}`;
  const drafts = opened.get(key) ?? new Drafts(accountId, workspaceId);
  opened.set(key, drafts);
  return drafts;
}
