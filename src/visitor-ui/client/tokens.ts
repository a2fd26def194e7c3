/** The parts of the browser's storage that are used. */
export type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The session's token, in the frame's own storage, which browsers separate by the surrounding site. Storage may throw
 * on any call: then the token stays in memory, and the loader is asked to store a copy. The token of a verified visitor
 * is never stored.
 */
export class Tokens {
  private current: string | null = null;
  private verified = false;

  constructor(
    private readonly key: string,
    private readonly place: () => Place,
    private readonly keep: (token: string | null) => void,
  ) {}

  get(): string | null {
    if (this.current || this.verified) return this.current;
    try {
      this.current = this.place().getItem(this.key);
    } catch {
      // Blocked: the loader's copy arrives by `restore`.
    }
    return this.current;
  }

  set(token: string, verified: boolean): void {
    this.current = token;
    this.verified = verified;
    if (verified) return this.remove();
    try {
      this.place().setItem(this.key, token);
    } catch {
      this.keep(token);
    }
  }

  /** Restores the loader's copy, unless there is a newer token. */
  restore(token: string | null): void {
    this.current = this.get() ?? token;
  }

  forget(): void {
    this.current = null;
    this.verified = false;
    this.remove();
  }

  private remove(): void {
    try {
      this.place().removeItem(this.key);
    } catch {
      // No token.
    }
    this.keep(null);
  }
}
