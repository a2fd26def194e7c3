/** Notifies waiting tasks about new work. Only a hint, because all tasks also look for work at intervals. */
export abstract class WakeUps {
  private readonly listeners: ((topic: string) => void)[] = [];

  listen(listener: (topic: string) => void): void {
    this.listeners.push(listener);
  }

  /** Notifies all listeners. Call it after the commit of the work. */
  abstract publish(topic: string): void;

  protected wake(topic: string): void {
    for (const listener of this.listeners) listener(topic);
  }
}

/** Wakes this process only. Other processes find the work in PostgreSQL at their next look. */
export class OwnWakeUps extends WakeUps {
  override publish(topic: string): void {
    this.wake(topic);
  }
}
