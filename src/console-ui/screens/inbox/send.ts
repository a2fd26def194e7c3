import { useRef, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import type { Recipients } from '../../drafts/draft-parts';
import type { Mode } from '../../drafts/drafts';
import { withoutSent } from '../../drafts/sent';
import { announce } from '../../kit';
import type { Conversation, Message } from '../../live/records';
import { useText } from '../../words/words';
import { useOnceKey } from '../frame/once';
import { usePreferences } from '../frame/preferences';
import { useInbox } from './inbox-context';
import { addressesIn } from './recipients';
import { takeBack } from './take-back';
import { notePosted } from './undo-clock';

export type ReplyType = NonNullable<Schemas['ReplyToConversationInput']['replyType']>;

interface Options {
  row: Conversation;
  mode: Mode;
  replyType: ReplyType;
  /** A reply was sent that closes the conversation. */
  onClosing: () => void;
}

interface Draft {
  content: string;
  attachmentIds: string[];
}

interface Try {
  content: string;
  /** The body, and which reply in turn it is. */
  of: string;
  /** With another try of the same body, the message of this one counts as seen. */
  seen: string | undefined;
  /** The reader's own messages with the same text that were there before. */
  known: ReadonlySet<string>;
}

/**
 * Sends what is in the composer. A text that could not be sent stays there, and another try of the same text has the same key, so
 * that it is never stored twice. What is written meanwhile stays as well.
 */
export function useSend({ row, mode, replyType, onClosing }: Options) {
  const text = useText();
  const screen = useInbox();
  const { inbox, workspaceId, drafts, parts, seen, member } = screen;
  const mayAssign = usePreferences()?.console.assignOnReply ?? true;
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [newer, setNewer] = useState<readonly unknown[]>([]);
  const [isDeclined, setDeclined] = useState(false);
  const onceKey = useOnceKey();
  const sentCount = useRef(0);
  /** The last reply that was tried, until it is sent. It may have been stored without an answer. */
  const tried = useRef<Try | null>(null);
  const assigns = mayAssign && !isDeclined && row.assigneeMemberId === null;
  const path = { workspaceId, conversationId: row.id };

  /** Another one after each success, because the same text may be sent again. */
  const keyFor = (body: unknown): string => onceKey([row.id, mode, sentCount.current, body]);

  const note = async ({ content, attachmentIds }: Draft): Promise<void> => {
    const body = { content, ...(attachmentIds.length > 0 && { attachmentIds }) };
    await api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/notes', {
      params: { path, header: { 'Idempotency-Key': keyFor(body) } },
      body,
    });
  };

  const reply = async ({ content, attachmentIds }: Draft, close: boolean, anyway: boolean): Promise<void> => {
    const { recipients, savedReplyId } = parts.of(row.id, 'reply');
    const written: Schemas['ReplyToConversationInput'] = {
      ...(content.trim() !== '' && { content }),
      ...(content.trim() !== '' && savedReplyId && { savedReplyId }),
      ...(attachmentIds.length > 0 && { attachmentIds }),
      ...addressed(recipients),
      ...(close && { closeWhenSent: { disposition: 'resolved' as const } }),
      replyType,
    };
    const of = JSON.stringify([row.id, sentCount.current, written]);
    if (tried.current?.of !== of) {
      if (tried.current && (await wasStored(tried.current, content))) return;
      tried.current = { of, content, known: new Set(ownIds(content)), seen: anyway ? undefined : seen.get(row.id) };
    }
    const { seen: seenUpToMessageId } = tried.current;
    const body = { ...written, ...(seenUpToMessageId && { seenUpToMessageId }) };
    const at = performance.now();
    const sent = await dataOf(
      api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/messages', {
        params: { path, header: { 'Idempotency-Key': keyFor(body) } },
        body,
      }),
    );
    notePosted({
      reply: sent,
      at,
      onUndone: (undone) => void takeBack(screen, row.id, { ...undone, attachments: filesOf(undone) }),
    });
    announce(text('inbox.queued'));
    if (assigns) await assignToMe();
  };

  /** The ids of the reader's own messages with this text that are on the screen. */
  const ownIds = (content: string): string[] =>
    (inbox.store.thread(row.id)?.messages ?? [])
      .filter((message) => message.authorMemberId === member.id && message.content === content)
      .map(({ id }) => id);

  /** Whether the same text was stored by a try that differs in the rest, such as "Send and close". Throws where that cannot be read. */
  const wasStored = async (before: Try, content: string): Promise<boolean> => {
    if (before.content !== content) return false;
    await inbox.readThread(row.id, 'newest');
    return ownIds(content).some((id) => !before.known.has(id));
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
    let isSent = false;
    try {
      await (mode === 'note' ? note(draft) : reply(draft, close, anyway));
      isSent = true;
      sentCount.current += 1;
      tried.current = null;
      drafts.write(row.id, mode, withoutSent(drafts.now(row.id, mode) ?? '', draft.content));
      parts.sent(row.id, mode, draft.attachmentIds);
      setNewer([]);
    } catch (error) {
      if (isProblem(error, 'newer_messages')) {
        // It was not stored, and the reader is shown what is newer.
        tried.current = null;
        setNewer(error.details);
      } else setProblem(error);
    } finally {
      setSending(false);
      await inbox.readThread(row.id, 'newest').catch(() => undefined);
      inbox.refresh(row.id);
    }
    if (isSent && close) onClosing();
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
