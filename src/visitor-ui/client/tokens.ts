/** As much of the browser's storage as is used. */
export type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The session's token, in the frame's own storage, which browsers keep apart for each site around it. Storage may throw at any
 * call: then the token lives in memory, and the loader is asked to keep a copy. Of a verified visitor nothing is stored.
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
      // Blocked: what the loader has kept comes by `restore`.
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

  /** What the loader has kept; what is there already is newer. */
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
      // Nothing is there.
    }
    this.keep(null);
  }
}
