/** Tells whoever waits that there may be something to do: a hint, since all of them look by themselves now and then. */
export abstract class WakeUps {
  private readonly listeners: ((topic: string) => void)[] = [];

  listen(listener: (topic: string) => void): void {
    this.listeners.push(listener);
  }

  /** After the commit of what there is to do. */
  abstract publish(topic: string): void;

  protected wake(topic: string): void {
    for (const listener of this.listeners) listener(topic);
  }
}

/** Wakes this process; the others find in PostgreSQL what there is to do. */
export class OwnWakeUps extends WakeUps {
  override publish(topic: string): void {
    this.wake(topic);
  }
}
