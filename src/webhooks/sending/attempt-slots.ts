/** How many requests may be under way at once in this process. */
export interface SlotLimits {
  all: number;
  ofWorkspace: number;
  ofHost: number;
}

interface Waiting {
  workspaceId: string;
  host: string;
  start: () => void;
}

/**
 * Shares the requests that one process may have under way. Of those that wait, the one of the workspace that was longest not served
 * comes first, if neither its workspace nor its host has as many as it may.
 */
export class AttemptSlots {
  private readonly waiting: Waiting[] = [];
  private readonly ofWorkspace = new Map<string, number>();
  private readonly ofHost = new Map<string, number>();
  /** Workspaces that wait or have requests, with the turn in which each was last served. */
  private readonly served = new Map<string, number>();
  private taken = 0;
  private turn = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** Runs `attempt` when there is room for it. `signal` ends the wait. @throws the abort reason */
  async run<T>(workspaceId: string, host: string, attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.enter(workspaceId, host, signal);
    try {
      return await attempt();
    } finally {
      this.leave(workspaceId, host);
    }
  }

  private async enter(workspaceId: string, host: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        workspaceId,
        host,
        start: () => (signal.removeEventListener('abort', abort), resolve()),
      };
      const abort = (): void => {
        const place = this.waiting.indexOf(entry);
        if (place < 0) return;
        this.waiting.splice(place, 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.push(entry);
      this.startNext();
    });
  }

  private leave(workspaceId: string, host: string): void {
    this.taken -= 1;
    add(this.ofWorkspace, workspaceId, -1);
    add(this.ofHost, host, -1);
    this.startNext();
    if (!this.ofWorkspace.has(workspaceId) && !this.waiting.some((one) => one.workspaceId === workspaceId)) {
      this.served.delete(workspaceId);
    }
  }

  private startNext(): void {
    while (this.taken < this.limits.all) {
      const next = this.first();
      if (!next) return;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.taken += 1;
      add(this.ofWorkspace, next.workspaceId, 1);
      add(this.ofHost, next.host, 1);
      this.served.set(next.workspaceId, (this.turn += 1));
      next.start();
    }
  }

  private first(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const one of this.waiting) {
      if (!this.hasRoom(one)) continue;
      if (!first || this.lastServed(one) < this.lastServed(first)) first = one;
    }
    return first;
  }

  private hasRoom({ workspaceId, host }: Waiting): boolean {
    return (
      (this.ofWorkspace.get(workspaceId) ?? 0) < this.limits.ofWorkspace &&
      (this.ofHost.get(host) ?? 0) < this.limits.ofHost
    );
  }

  private lastServed({ workspaceId }: Waiting): number {
    return this.served.get(workspaceId) ?? 0;
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
