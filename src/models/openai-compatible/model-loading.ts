/** The longest time to wait for a server to load a model, in milliseconds. Ollama gives up after five minutes as well. */
const LONGEST_LOADING_MS = 300_000;

/**
 * Waits for servers that load a model when it is first used. Such a server stops loading when the client leaves, as a turn does after
 * MODEL_FIRST_BYTE_MS, so that the model would never be loaded. One request for each model stays until the server answers.
 */
export class ModelLoading {
  private readonly underWay = new Map<string, AbortController>();

  /** `ask` sends a request that takes as long as its signal allows. `loaded` is called if the server answers it. */
  begin(model: string, ask: (signal: AbortSignal) => Promise<unknown>, loaded: () => void): void {
    if (this.underWay.has(model)) return;
    const leaving = new AbortController();
    this.underWay.set(model, leaving);
    ask(AbortSignal.any([leaving.signal, AbortSignal.timeout(LONGEST_LOADING_MS)]))
      // The next turn learns why the server does not answer.
      .then(loaded, () => {})
      .finally(() => this.underWay.delete(model));
  }

  stop(): void {
    for (const leaving of this.underWay.values()) leaving.abort();
  }
}

/** The patience for such a request. */
export const LOADING_PATIENCE = { firstByteMs: LONGEST_LOADING_MS, silenceMs: LONGEST_LOADING_MS };
