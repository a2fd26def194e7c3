import type { ToldEvent } from '../../conversations/inbox-event.types';

/** What may wait for a slow reader: events, and characters of them. */
export const MOST_WAITING = { events: 1_000, characters: 4_000_000 };

/** Events on their way to one stream, whose reader may be slow. */
export class FeedQueue {
  private waiting: ToldEvent[] = [];
  private characters = 0;
  private wake: () => void = () => {};
  private ended = false;
  /** More has happened than may wait: what waited is dropped, and nothing more comes. */
  private lagged = false;

  push(event: ToldEvent): void {
    if (this.ended) return;
    this.characters += event.data.length;
    this.waiting.push(event);
    if (this.waiting.length > MOST_WAITING.events || this.characters > MOST_WAITING.characters) {
      this.lagged = true;
      this.waiting = [];
      this.end();
    }
    this.wake();
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  get hasLagged(): boolean {
    return this.lagged;
  }

  /** What has happened since the last call, as soon as that is something; null at the end. */
  async next(): Promise<ToldEvent[] | null> {
    while (this.waiting.length === 0) {
      if (this.ended) return null;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const taken = this.waiting;
    this.waiting = [];
    this.characters = 0;
    return taken;
  }
}
