import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isProblem, spoken } from '../../api/problems';
import type { Mode } from '../../drafts/drafts';
import { Button, Tab, TabList, TabPanel, Tabs } from '../../kit';
import { KEYS, useActions } from '../../keys';
import type { Conversation } from '../../live/records';
import { useText } from '../../words/words';
import { usePreferences } from '../frame/preferences';
import { FileList, FilePicker } from './composer-files';
import { CopilotCard, CopilotMenu } from './copilot';
import { useFiles } from './files';
import { useInbox } from './inbox-context';
import { Present } from './present';
import { conversationQuery } from './queries';
import { RecipientFields } from './recipients';
import { SavedReplies } from './saved-replies';
import { type ReplyType, useSend } from './send';
import { useCopilot } from './use-copilot';
import { useDraft } from './use-draft';
import { useTyping } from './use-presence';

interface Props {
  row: Conversation;
  /** Whom it is with. */
  customer: string;
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** Grows each time that the text gets the focus. */
  focus: number;
  onClosing: () => void;
}

/** Where a reply or a note is written. Each has its own draft, which stays until it is sent. */
export function Composer({ row, customer, mode, onMode, focus, onClosing }: Props): ReactNode {
  const text = useText();
  const { workspaceId, drafts, parts } = useInbox();
  const { data: full } = useQuery(conversationQuery(workspaceId, row.id));
  const sendsWithEnter = usePreferences()?.console.sendWith === 'enter';
  const { value, isRead, setValue } = useDraft(row.id, mode);
  const files = useFiles(row.id, mode);
  const typing = useTyping(row.id);
  const [replyType, setReplyType] = useState<ReplyType>('substantive');
  const copilot = useCopilot(row);
  const [choosing, setChoosing] = useState<'by slash' | 'by button' | null>(null);
  const replyTo = full?.replyTo;
  const to = row.contact?.name ?? row.contact?.email ?? replyTo?.name ?? replyTo?.address ?? null;
  const send = useSend({ row, to, mode, replyType, onClosing });
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focus > 0) area.current?.focus();
  }, [focus]);
  useEffect(() => {
    if (value === '') typing(false);
  }, [value]);
  const isBlocked = mode === 'reply' && replyTo?.problem != null;
  const canSend =
    !isBlocked && !files.isIncomplete && (value.trim() !== '' || files.done.length > 0) && !send.isSending;
  useActions([
    {
      id: 'compose.send',
      name: text('inbox.send'),
      keys: KEYS['compose.send'],
      when: () => canSend,
      run: () => void send.now({}),
    },
    {
      id: 'compose.sendAndClose',
      name: text('inbox.sendAndClose'),
      keys: KEYS['compose.sendAndClose'],
      when: () => canSend && mode === 'reply',
      run: () => void send.now({ close: true }),
    },
    {
      id: 'inbox.copilot',
      name: text('copilot.title'),
      keys: KEYS['inbox.copilot'],
      run: () => copilot.setMenuOpen(true),
    },
  ]);
  const insertAtCursor = (content: string): void => insert(area.current, value, content, setValue);

  return (
    <section
      className={`composer ${mode}`}
      aria-label={text('inbox.composer')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        files.add(event.dataTransfer.files);
      }}
    >
      <CopilotCard
        row={row}
        copilot={copilot}
        draft={value}
        onInsert={(content) => {
          const to = copilot.action === 'summarize' ? 'note' : 'reply';
          onMode(to);
          void drafts.append(row.id, to, content);
        }}
        onReplace={setValue}
      />
      <Tabs selectedKey={mode} onSelectionChange={(key) => onMode(key as Mode)}>
        {/* What comes and goes while one types stands here, so that the text does not move. */}
        <div className="composer-head">
          <TabList aria-label={text('inbox.kind')}>
            <Tab id="reply">{text('inbox.reply')}</Tab>
            <Tab id="note">{text('inbox.note')}</Tab>
          </TabList>
          <Present conversationId={row.id} customer={customer} />
          {send.assigns && value !== '' && (
            <p className="composer-assign">
              {text('inbox.willAssign')}
              <Button look="quiet" onPress={send.doNotAssign}>
                {text('inbox.doNotAssign')}
              </Button>
            </p>
          )}
        </div>
        <TabPanel key={mode} id={mode}>
          {mode === 'note' && <p className="composer-who">{text('inbox.noteKind')}</p>}
          {isBlocked && <p className="composer-who">{text('inbox.noAddress')}</p>}
          {mode === 'reply' && replyTo?.channel === 'email' && replyTo.address && (
            <RecipientFields row={row} address={replyTo.address} />
          )}
          <textarea
            ref={area}
            id="composer-text"
            dir="auto"
            rows={4}
            readOnly={!isRead}
            aria-label={text(mode === 'note' ? 'inbox.note' : 'inbox.reply')}
            value={value}
            disabled={isBlocked}
            onChange={({ target }) => {
              setValue(target.value);
              typing(mode === 'reply' && target.value !== '');
            }}
            onPaste={(event) => {
              if (event.clipboardData.files.length === 0) return;
              event.preventDefault();
              files.add(event.clipboardData.files);
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
              if (event.key === '/' && mode === 'reply' && isWordStart(event.currentTarget)) {
                event.preventDefault();
                setChoosing('by slash');
              }
              if (event.key !== 'Enter' || event.shiftKey || !sendsWithEnter) return;
              event.preventDefault();
              if (canSend) void send.now({});
            }}
          />
        </TabPanel>
      </Tabs>
      <FileList files={files} />
      <Refusal problem={send.problem} />
      {send.newer.length > 0 && (
        <div className="composer-newer" role="alert">
          <p>{text('inbox.newer', { count: send.newer.length })}</p>
          <Button look="danger" onPress={() => void send.now({ anyway: true })}>
            {text('inbox.sendAnyway')}
          </Button>
        </div>
      )}
      <footer>
        <FilePicker files={files} />
        <CopilotMenu copilot={copilot} canTranslate={value.trim() !== ''} />
        {mode === 'reply' && (
          <>
            <SavedReplies
              conversationId={row.id}
              isOpen={choosing !== null}
              onOpenChange={(isOpen) => {
                // Without a choice it was a slash.
                if (!isOpen && choosing === 'by slash') insertAtCursor('/');
                setChoosing(isOpen ? 'by button' : null);
              }}
              onInsert={(content, reply) => {
                setChoosing(null);
                parts.setSavedReply(row.id, reply);
                insertAtCursor(content);
              }}
            />
            <select
              className="composer-type"
              aria-label={text('inbox.replyType')}
              value={replyType}
              onChange={({ target }) => setReplyType(target.value as ReplyType)}
            >
              <option value="substantive">{text('inbox.type.answer')}</option>
              <option value="acknowledgement">{text('inbox.type.acknowledgement')}</option>
            </select>
          </>
        )}
        <span className="composer-buttons">
          {mode === 'reply' && (
            <Button isDisabled={!canSend} onPress={() => void send.now({ close: true })}>
              {text('inbox.sendAndClose')}
            </Button>
          )}
          <Button
            look="primary"
            isDisabled={!canSend}
            isPending={send.isSending}
            keys={KEYS['compose.send']}
            onPress={() => void send.now({})}
          >
            {mode === 'note'
              ? text('inbox.addNote')
              : replyTo?.channel === 'email'
                ? text('inbox.sendTo', { address: replyTo.address ?? '' })
                : text('inbox.sendInChat', { name: replyTo?.name ?? row.contact?.name ?? text('inbox.visitor') })}
          </Button>
        </span>
      </footer>
    </section>
  );
}

/** Why it was not sent. The composer has no field for each part of a message, so the parts are named here. */
function Refusal({ problem }: { problem: unknown }): ReactNode {
  const text = useText();
  if (!problem) return null;
  const details = isProblem(problem) ? problem.details : [];
  return (
    <div className="form-problem" role="alert">
      <p>{problem instanceof Error ? problem.message : text('app.wentWrong')}</p>
      {details.map(({ path, message }, at) => (
        <p key={at}>{path ? `${spoken(path)}: ${message}.` : `${message}.`}</p>
      ))}
    </div>
  );
}

function isWordStart({ value, selectionStart }: HTMLTextAreaElement): boolean {
  return selectionStart === 0 || /\s/.test(value[selectionStart - 1]!);
}

/** At the cursor, which is behind it afterwards. */
function insert(area: HTMLTextAreaElement | null, value: string, content: string, set: (text: string) => void): void {
  const at = area?.selectionStart ?? value.length;
  set(value.slice(0, at) + content + value.slice(area?.selectionEnd ?? at));
  requestAnimationFrame(() => {
    area?.focus();
    area?.setSelectionRange(at + content.length, at + content.length);
  });
}
