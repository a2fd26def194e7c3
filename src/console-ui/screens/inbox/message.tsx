import { type ReactNode, useState } from 'react';
import { Blocks, Icon, Notice, PlainText } from '../../kit';
import type { Message } from '../../live/records';
import { useText, useWords } from '../../words/words';
import { Attachments } from './attachments';
import { timeOf } from './moments';
import { ReplyState } from './reply-state';
import { Sources } from './sources';

interface Props {
  message: Message;
  customer: string;
  author: string | null;
  mayUndo: boolean;
  onTake: (message: Message) => void;
}

export function MessageView({ message, customer, author, mayUndo, onTake }: Props): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { role, sender, createdAt } = message;
  const by =
    role === 'customer'
      ? (sender?.name ?? (sender && sender.relation !== 'contact' ? sender.address : customer))
      : role === 'human' || role === 'note'
        ? (author ?? text('inbox.team'))
        : text(role === 'agent' ? 'inbox.agent' : 'inbox.system');
  return (
    <article className={`message ${role}`} data-message={message.id}>
      <header>
        <bdi className="message-by">{by}</bdi>
        {role === 'note' && (
          <span className="message-kind">
            <Icon name="note" />
            {text('inbox.noteKind')}
          </span>
        )}
        {message.automatic && <span className="message-kind">{text('inbox.automatic')}</span>}
        <time dateTime={createdAt}>{timeOf(createdAt, locale)}</time>
      </header>
      {sender?.relation === 'external' && (
        <Notice kind="warning">{text('inbox.external', { address: sender.address })}</Notice>
      )}
      {sender?.verified === 'unverified' && (
        <Notice kind="warning">{text('inbox.unverified', { address: sender.address })}</Notice>
      )}
      <Content message={message} />
      <Sources citations={message.citations} />
      <Attachments message={message} />
      {message.message && <ReplyState reply={message.message} mayUndo={mayUndo} onTake={() => onTake(message)} />}
    </article>
  );
}

/** Below the quoted part of a mail nothing is new, so it opens on demand. So does the text of automatic mail. */
function Content({ message }: { message: Message }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  const { blocks, content, quotedFrom, automatic } = message;
  if (blocks) {
    return (
      <div className="message-blocks" dir="auto">
        <Blocks blocks={blocks} />
      </div>
    );
  }
  const signature = content.search(/^-- $/m);
  const cuts = [quotedFrom ?? content.length, signature >= 0 ? signature : content.length];
  const end = automatic ? 0 : Math.min(...cuts);
  const rest = content.slice(end);
  return (
    <>
      {end > 0 && <PlainText>{content.slice(0, end)}</PlainText>}
      {rest.trim() !== '' && (
        <button type="button" className="message-rest" aria-expanded={open} onClick={() => setOpen(!open)}>
          {text(open ? 'inbox.less' : 'inbox.rest')}
        </button>
      )}
      {open && <PlainText>{rest}</PlainText>}
    </>
  );
}
