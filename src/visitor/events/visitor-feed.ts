import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { logger } from '../../common/logging/logger';
import type { VisitorPrincipal } from '../../common/request/principal';
import { InboxFeedService } from '../../inbox/events/inbox-feed.service';
import { OwnConversationsRepository } from '../conversations/own-conversations.repository';
import { VisitorListener } from './visitor-listener';

/** How often a process looks itself at the conversations that are listened to, in milliseconds: an object, for tests. */
export const VISITOR_FEED = { lookEveryMs: 2_000 };

interface Listened {
  workspaceId: string;
  listeners: Set<VisitorListener>;
  /** What was last seen of it. */
  seen: string;
}

/**
 * Wakes the streams of a process: by the feed of the inbox, which there is one of for each workspace with streams, and every
 * two seconds by one look at all conversations that are listened to. What they tell, they read themselves.
 */
@Injectable()
export class VisitorFeed implements BeforeApplicationShutdown {
  private readonly conversations = new Map<string, Listened>();
  private readonly followed = new Map<string, AbortController>();
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly feed: InboxFeedService,
    private readonly own: OwnConversationsRepository,
  ) {}

  /** At once, as the server waits for streams that are open. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const { listeners } of this.conversations.values()) for (const listener of listeners) listener.end();
    await this.looking;
  }

  /** Until `signal` aborts. Nothing that happens later is missing. */
  listen(
    { workspaceId, surface }: Pick<VisitorPrincipal, 'workspaceId' | 'surface'>,
    conversationId: string,
    signal: AbortSignal,
  ): VisitorListener {
    const listener = new VisitorListener(surface);
    const listened = this.conversations.get(conversationId) ?? { workspaceId, listeners: new Set(), seen: '' };
    this.conversations.set(conversationId, listened);
    listened.listeners.add(listener);
    const leave = (): void => {
      listener.end();
      listened.listeners.delete(listener);
      if (listened.listeners.size === 0) this.conversations.delete(conversationId);
      if (![...this.conversations.values()].some((one) => one.workspaceId === workspaceId)) this.unfollow(workspaceId);
    };
    if (signal.aborted || this.stopped) leave();
    else signal.addEventListener('abort', leave, { once: true });
    if (!listener.hasEnded) this.begin(workspaceId);
    return listener;
  }

  private begin(workspaceId: string): void {
    this.timer ??= setTimeout(() => this.tick(), VISITOR_FEED.lookEveryMs).unref();
    if (this.followed.has(workspaceId)) return;
    const following = new AbortController();
    this.followed.set(workspaceId, following);
    void this.follow(workspaceId, following);
  }

  private unfollow(workspaceId: string): void {
    this.followed.get(workspaceId)?.abort();
    this.followed.delete(workspaceId);
  }

  private async follow(workspaceId: string, following: AbortController): Promise<void> {
    for await (const signs of this.feed.signs(workspaceId, following.signal)) {
      for (const { conversationId, typing, byMember } of signs) {
        for (const listener of this.conversations.get(conversationId)?.listeners ?? []) {
          if (typing === null) listener.notify();
          else if (byMember) listener.publishTyping(typing);
        }
      }
    }
    // The feed has lost its place, or the process ends: the looks go on until the next stream opens another one.
    if (this.followed.get(workspaceId) === following) this.followed.delete(workspaceId);
  }

  private tick(): void {
    this.timer = undefined;
    this.looking = this.look()
      .catch((error: unknown) => logger.warn({ err: error }, 'the conversations of visitors were not looked at'))
      .finally(() => {
        if (this.conversations.size > 0 && !this.stopped) this.tickLater();
      });
  }

  private tickLater(): void {
    this.timer ??= setTimeout(() => this.tick(), VISITOR_FEED.lookEveryMs).unref();
  }

  private async look(): Promise<void> {
    const ids = [...this.conversations.keys()];
    const workspaceIds = ids.map((id) => this.conversations.get(id)!.workspaceId);
    for (const { conversationId, lastSeq, readSeq, ...agent } of await this.own.listPositions(workspaceIds, ids)) {
      this.see(conversationId, `${lastSeq} ${readSeq}`);
      for (const listener of this.conversations.get(conversationId)?.listeners ?? []) {
        const isShown = agent.agentAnswers && !(agent.isPageBlocked && listener.surface === 'page');
        if (!isShown) listener.end();
      }
    }
    for (const workspaceId of new Set([...this.conversations.values()].map((one) => one.workspaceId))) {
      this.begin(workspaceId);
    }
  }

  private see(conversationId: string, position: string): void {
    const listened = this.conversations.get(conversationId);
    if (!listened || listened.seen === position) return;
    listened.seen = position;
    for (const listener of listened.listeners) listener.notify();
  }
}
