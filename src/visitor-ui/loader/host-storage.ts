interface Kept {
  /** There is a conversation to come back to. */
  going?: boolean;
  /** Only where the frame's own storage throws. */
  token?: string;
}

/** The page's own storage, which may be blocked: then nothing is kept. Empty for a visitor who has not written yet. */
export class HostStorage {
  private readonly key: string;

  constructor(agentId: string) {
    this.key = `parley:${agentId}`;
  }

  read(): Kept {
    try {
      return (JSON.parse(localStorage.getItem(this.key) ?? '{}') ?? {}) as Kept;
    } catch {
      return {};
    }
  }

  change(kept: Kept): void {
    try {
      const { going, token } = { ...this.read(), ...kept };
      if (!going && !token) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify({ going, token }));
    } catch {
      // Blocked: the next page begins without it.
    }
  }
}
