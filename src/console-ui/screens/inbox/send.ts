import { useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import type { Recipients } from '../../drafts/draft-parts';
import type { Mode } from '../../drafts/drafts';
import { withoutSent } from '../../drafts/sent';
import type { Try } from '../../drafts/tries';
import { announce } from '../../kit';
import type { Conversation, Message } from '../../live/records';
import { useText } from '../../words/words';
import { usePreferences } from '../frame/preferences';
import { useInbox } from './inbox-context';
import { addressesIn } from './recipients';
import { takeBack } from './take-back';
import { notePosted } from './undo-clock';

export type ReplyType = NonNullable<Schemas['ReplyToConversationInput']['replyType']>;

interface Options {
  row: Conversation;
  /** The name or address of whom it is with, if they are known. */
  to: string | null;
  mode: Mode;
  replyType: ReplyType;
  /** A reply was sent that closes the conversation. */
  onClosing: () => void;
}

interface Draft {
  content: string;
  attachmentIds: string[];
}

/**
 * Sends what is in the composer. A text that could not be sent stays there, and another try of it is the same request, so that it is
 * never stored twice. What is written meanwhile stays as well.
 */
export function useSend({ row, to, mode, replyType, onClosing }: Options) {
  const text = useText();
  const screen = useInbox();
  const { inbox, workspaceId, drafts, parts, tries, seen } = screen;
  const mayAssign = usePreferences()?.console.assignOnReply ?? true;
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [newer, setNewer] = useState<readonly unknown[]>([]);
  const [isDeclined, setDeclined] = useState(false);
  const assigns = mayAssign && !isDeclined && row.assigneeMemberId === null;
  const path = { workspaceId, conversationId: row.id };

  /** Sends a try. Only these answers show what became of it: another refusal may follow a request that was carried out. */
  const answered = async <Body, Answer>(one: Try<Body>, post: (one: Try<Body>) => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await post(one);
      tries.forget(row.id, mode);
      return answer;
    } catch (error) {
      if (isProblem(error, 'newer_messages')) tries.end(row.id, mode, one);
      throw error;
    }
  };

  const note = async ({ content, attachmentIds }: Draft): Promise<void> => {
    const body = { content, ...(attachmentIds.length > 0 && { attachmentIds }) };
    await answered(
      tries.begin(row.id, mode, body, () => body),
      ({ key, body }) =>
        api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/notes', {
          params: { path, header: { 'Idempotency-Key': key } },
          body,
        }),
    );
  };

  /** Returns whether the conversation closes with it: the first try decides. */
  const reply = async ({ content, attachmentIds }: Draft, close: boolean, anyway: boolean): Promise<boolean> => {
    const { recipients, savedReplyId } = parts.of(row.id, 'reply');
    const written: Schemas['ReplyToConversationInput'] = {
      ...(content.trim() !== '' && { content }),
      ...(content.trim() !== '' && savedReplyId && { savedReplyId }),
      ...(attachmentIds.length > 0 && { attachmentIds }),
      ...addressed(recipients),
      replyType,
    };
    const begun = tries.begin(row.id, mode, written, (): Schemas['ReplyToConversationInput'] => {
      const seenUpToMessageId = anyway ? undefined : seen.get(row.id);
      return {
        ...written,
        ...(close && { closeWhenSent: { disposition: 'resolved' as const } }),
        // A later try would count the message of this one as seen.
        ...(seenUpToMessageId && { seenUpToMessageId }),
      };
    });
    const at = performance.now();
    const sent = await answered(begun, ({ key, body }) =>
      dataOf(
        api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/messages', {
          params: { path, header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
    );
    notePosted({
      reply: sent,
      to: recipients ? (addressesIn(recipients.to)[0] ?? null) : to,
      at,
      onUndone: (undone) => void takeBack(screen, row.id, { ...undone, attachments: filesOf(undone) }),
    });
    announce(text('inbox.queued'));
    if (assigns) await assignToMe();
    return begun.body.closeWhenSent !== undefined;
  };

  /** The message has files of its own: those of a saved reply were copied. */
  const filesOf = ({ id }: { id: string }): Message['attachments'] =>
    inbox.store.thread(row.id)?.messages.find((message) => message.id === id)?.attachments ?? [];

  const assignToMe = async (): Promise<void> => {
    try {
      // The reply has changed the conversation, and its event may still be on the way.
      const { version: expectedVersion, assigneeMemberId } = await dataOf(
        api.GET('/workspaces/{workspaceId}/inbox/{conversationId}', { params: { path } }),
      );
      if (assigneeMemberId !== null) return;
      inbox.store.accept(
        await dataOf(
          api.PATCH('/workspaces/{workspaceId}/inbox/{conversationId}', {
            params: { path },
            body: { expectedVersion, assigneeMemberId: 'me' },
          }),
        ),
      );
    } catch {
      // A colleague took it first; the list says so. The reply is on its way in any case.
    }
  };

  const now = async ({ close = false, anyway = false }: { close?: boolean; anyway?: boolean }): Promise<void> => {
    const draft = {
      content: drafts.now(row.id, mode) ?? '',
      attachmentIds: parts.of(row.id, mode).files.flatMap(({ id }) => id ?? []),
    };
    setSending(true);
    setProblem(null);
    let isClosing = false;
    try {
      if (mode === 'note') await note(draft);
      else isClosing = await reply(draft, close, anyway);
      drafts.write(row.id, mode, withoutSent(drafts.now(row.id, mode) ?? '', draft.content));
      parts.sent(row.id, mode, draft.attachmentIds);
      setNewer([]);
    } catch (error) {
      if (isProblem(error, 'newer_messages')) setNewer(error.details);
      else setProblem(error);
    } finally {
      setSending(false);
      await inbox.readThread(row.id, 'newest').catch(() => undefined);
      inbox.refresh(row.id);
    }
    if (isClosing) onClosing();
  };

  return {
    now,
    isSending,
    problem,
    newer: mode === 'reply' ? newer : [],
    /** Sending assigns the conversation to the reader. */
    assigns: mode === 'reply' && assigns,
    doNotAssign: () => setDeclined(true),
  };
}

/** A list without an address is left out. */
function addressed(recipients: Recipients | null): Pick<Schemas['ReplyToConversationInput'], 'to' | 'cc' | 'bcc'> {
  if (!recipients) return {};
  const [to, cc, bcc] = [addressesIn(recipients.to), addressesIn(recipients.cc), addressesIn(recipients.bcc)];
  return { ...(to.length > 0 && { to }), ...(cc.length > 0 && { cc }), ...(bcc.length > 0 && { bcc }) };
}
