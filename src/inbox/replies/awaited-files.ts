import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AfterCommit } from '../../common/events/on-events.decorator';
import { DomainEvents } from '../../common/events/domain-events';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import type { DeliveryFailure } from '../../common/mail/delivery.types';
import { MessageFilesScanned } from '../../conversations/conversation-events';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { CarriedFilesService } from '../../files/carried-files.service';
import { FileScanned } from '../../files/files-events';
import { RepliesRepository } from './replies.repository';
import { REPLY_DISPATCH } from './reply-dispatch';
import { ReplyLifecycle } from './reply-lifecycle.service';
import type { Reply } from './reply.entity';
import type { ReplyKey } from './reply.types';

const INFECTED = failure('file_infected', 'The scanner has found harmful content in a file of the message.');
const UNAVAILABLE = failure('scan_unavailable', 'The scanner has not seen all files of the message within an hour.');

/** Lets replies go once the scanner has found their files to be clean, and fails those for which it does not. */
@Injectable()
export class AwaitedFiles implements BackgroundTask {
  readonly name = 'awaited-files';
  readonly idleMs = 10_000;

  constructor(
    private readonly replies: RepliesRepository,
    private readonly lifecycle: ReplyLifecycle,
    private readonly conversations: ConversationWriter,
    private readonly queries: ConversationQueries,
    private readonly files: CarriedFilesService,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  /** Repeated, it changes nothing but shows the message to members and its visitor again. */
  @AfterCommit([FileScanned])
  async scanned({ data: { workspaceId, conversationId, messageId } }: FileScanned): Promise<void> {
    const key = { workspaceId, conversationId, messageId };
    const released = await this.work.run(async () => {
      const reply = await this.lifecycle.findLocked(key);
      await this.publish(key, reply);
      return reply && this.release(reply);
    });
    if (released) this.runner.wake(REPLY_DISPATCH[released.channel]);
  }

  /** Fails a reply whose files have waited for too long. */
  async runOnce(): Promise<boolean> {
    const overdue = await this.replies.findAwaitingTooLong();
    if (!overdue) return false;
    await this.work.run(async () => {
      const reply = await this.lifecycle.findLocked(overdue);
      if (!reply || !isWaiting(reply)) return;
      const isReady = (await this.files.status(reply)) === 'ready';
      // The event of the last verdict may not have come yet.
      if (isReady) await this.replies.update(reply, { awaitsFilesUntil: null });
      else await this.lifecycle.apply(reply, { status: 'failed', failure: UNAVAILABLE, awaitsFilesUntil: null });
    });
    return true;
  }

  /** The reply, if it can be sent now. */
  private async release(reply: Reply): Promise<Reply | null> {
    if (!isWaiting(reply)) return null;
    const status = await this.files.status(reply);
    if (status === 'infected') {
      await this.lifecycle.apply(reply, { status: 'failed', failure: INFECTED, awaitsFilesUntil: null });
    }
    if (status !== 'ready') return null;
    await this.replies.update(reply, { awaitsFilesUntil: null });
    return reply;
  }

  /** Files of notes are shown with their state, but are in no stream. */
  private async publish(key: ReplyKey, reply: Reply | null): Promise<void> {
    const { workspaceId, conversationId, messageId } = key;
    const conversation = await this.conversations.lock(workspaceId, conversationId);
    const message = conversation && (await this.queries.findMessage(workspaceId, conversationId, messageId));
    if (!message) return;
    const { status = null, version = null, revisionCount = null } = reply ?? {};
    const of = { ...key, agentId: conversation.agentId, channel: reply?.channel ?? message.channel };
    const failureClass = reply?.failure?.class ?? null;
    this.events.publish(new MessageFilesScanned({ ...of, status, version, revisionCount, failureClass }));
  }
}

function isWaiting({ status, awaitsFilesUntil }: Reply): boolean {
  return status === 'queued' && awaitsFilesUntil !== null;
}

function failure(reason: DeliveryFailure['class'], text: string): DeliveryFailure {
  return { class: reason, smtpCode: null, enhancedCode: null, text };
}
