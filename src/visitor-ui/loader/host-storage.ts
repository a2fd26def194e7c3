interface StoredState {
  /** Whether there is a conversation to return to. */
  going?: boolean;
  /** Only if the frame's own storage throws. */
  token?: string;
}

/** The page's own storage. If it is blocked, nothing is stored. Empty for a visitor who has not written yet. */
export class HostStorage {
  private readonly key: string;

  constructor(agentId: string) {
    this.key = `parley:${agentId}`;
  }

  read(): StoredState {
    try {
      return (JSON.parse(localStorage.getItem(this.key) ?? '{}') ?? {}) as StoredState;
    } catch {
      return {};
    }
  }

  change(changes: StoredState): void {
    try {
      const { going, token } = { ...this.read(), ...changes };
      if (!going && !token) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify({ going, token }));
    } catch {
      // Blocked: the next page starts without it.
    }
  }
}
