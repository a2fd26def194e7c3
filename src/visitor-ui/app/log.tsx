import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Outgoing } from '../client/state';
import type { Message } from '../client/types';
import { Blocks } from './blocks';
import { useApp, useChat } from './context';
import { Files } from './files';
import { passFocus } from './focus';
import { Avatar, initials } from './header';
import { Icon } from './icons';
import { softened } from './softened';
import { Sources } from './sources';
import { Start } from './start';

/** The messages. The log itself is not announced: the region of announcements informs screen readers. */
export function Log({ children }: { children: JSX.Element }): JSX.Element {
  const { chat, speech, boot } = useApp();
  const state = useChat();
  const { messages, outgoing, answer, thinking, typing, loading } = state;
  const box = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const follows = useRef(true);
  const count = messages.length + outgoing.length;

  const toEnd = (): void => {
    const { current } = box;
    if (current) current.scrollTop = current.scrollHeight;
  };
  const lastOutgoing = outgoing.at(-1)?.requestId;
  useLayoutEffect(() => {
    // A visitor who has just sent a message sees it, regardless of the scroll position.
    if (lastOutgoing) follows.current = true;
  }, [lastOutgoing]);
  useLayoutEffect(() => {
    // Content that other components render in it counts too, such as notices.
    const follow = (): void => {
      if (follows.current && count > 0) toEnd();
    };
    follow();
    const changes = new MutationObserver(follow);
    changes.observe(box.current!, { childList: true, characterData: true, subtree: true });
    const sizes = new ResizeObserver(follow);
    sizes.observe(box.current!);
    return () => {
      changes.disconnect();
      sizes.disconnect();
    };
  }, [count > 0]);

  const onScroll = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = box.current!;
    follows.current = scrollHeight - clientHeight - scrollTop < 48;
    setAway(!follows.current);
  };
  const fresh = count === 0 && !loading;
  const waits = thinking || (typing && !answer);

  return (
    <div class="middle">
      <div
        class="log"
        role="log"
        aria-live="off"
        aria-label={speech.say('conversation')}
        tabIndex={0}
        ref={box}
        onScroll={onScroll}
      >
        <Start fresh={fresh} />
        {loading && (
          <div class="skeleton" aria-hidden="true">
            <i />
            <i />
            <i />
          </div>
        )}
        <ol class="messages">
          {messages.map((message, index) => (
            <MessageRow key={message.id} message={message} before={messages[index - 1]} after={messages[index + 1]} />
          ))}
          {outgoing.map((item) => (
            <Going
              key={item.requestId}
              item={item}
              retry={() => {
                passFocus();
                void chat.retry(item.requestId);
              }}
            />
          ))}
          {answer && (
            <li class="row agent" key="answer">
              <Avatar small />
              <div class="column">
                <div class="bubble writing">
                  <div dir="auto">{softened(answer.text)}</div>
                </div>
                <Sources citations={answer.citations} />
              </div>
            </li>
          )}
          {waits && !answer && (
            <li class="row agent" key="waits">
              <Avatar small />
              <div class="column">
                <div class="bubble dots">
                  <span class="hidden">
                    {speech.say('typing', {
                      name: typing ? nameOf(state.personName, speech.say('team')) : boot.agent.displayName,
                    })}
                  </span>
                  <i />
                  <i />
                  <i />
                </div>
              </div>
            </li>
          )}
        </ol>
        {children}
      </div>
      {away && (
        <button type="button" class="icon newest" aria-label={speech.say('newest')} onClick={toEnd}>
          <Icon name="down" />
        </button>
      )}
    </div>
  );
}

export function nameOf(name: string | null, otherwise: string): string {
  return name === null || name === '' ? otherwise : name;
}

function MessageRow({
  message,
  before,
  after,
}: {
  message: Message;
  before?: Message | undefined;
  after?: Message | undefined;
}): JSX.Element {
  const { speech, boot } = useApp();
  const { from, authorName, content, blocks, citations, attachments = [], edited, createdAt } = message;
  const begins = !before || !together(before, message);
  const ends = !after || !together(message, after);
  // Messages of today need no date above them.
  const day = speech.day(createdAt);
  const newDay = day !== speech.day(before?.createdAt ?? Date.now());
  const person = nameOf(authorName, speech.say('team'));
  const author = from === 'visitor' ? speech.say('you') : from === 'agent' ? boot.agent.displayName : person;
  return (
    <>
      {newDay && <li class="day">{day}</li>}
      <li class={`row ${from}${begins ? ' begins' : ''}`}>
        {from === 'agent' && (begins ? <Avatar small /> : <span class="avatar small none" />)}
        {from === 'person' && (
          <span class={begins ? 'avatar small human' : 'avatar small none'} aria-hidden="true">
            {begins && initials(person)}
          </span>
        )}
        <div class="column">
          <span class={from === 'person' && begins ? 'author' : 'hidden'}>
            <bdi>{author}</bdi>
          </span>
          {(content !== '' || attachments.length === 0) && (
            <div class="bubble">
              <div dir="auto">{from === 'visitor' || blocks.length === 0 ? content : <Blocks blocks={blocks} />}</div>
            </div>
          )}
          <Files messageId={message.id} files={attachments} />
          <Sources citations={citations} />
          <span class={ends || edited ? 'time' : 'hidden'}>
            <time dateTime={createdAt}>{speech.time(createdAt)}</time>
            {edited && ` · ${speech.say('edited')}`}
          </span>
        </div>
      </li>
    </>
  );
}

/** Messages of one author within five minutes are grouped. */
function together(a: Message, b: Message): boolean {
  return (
    a.from === b.from && a.authorName === b.authorName && Date.parse(b.createdAt) - Date.parse(a.createdAt) < 300_000
  );
}

function Going({ item, retry }: { item: Outgoing; retry: () => void }): JSX.Element {
  const { speech } = useApp();
  const { problem, answer } = useChat();
  const unsent = item.state !== 'sending';
  return (
    <li class={`row visitor begins${unsent ? ' unsent' : ''}`}>
      <div class="column">
        <span class="hidden">{speech.say('you')}</span>
        <div class="bubble">
          <div dir="auto">{[item.text, ...item.files.map(({ fileName }) => fileName)].filter(Boolean).join('\n')}</div>
        </div>
        <span class="time">
          {(unsent || !answer) && speech.say(unsent ? 'notSent' : 'sending')}
          {unsent && problem?.kind !== 'wait' && problem?.kind !== 'inactive' && (
            <button type="button" class="text" onClick={retry}>
              {speech.say('tryAgain')}
            </button>
          )}
        </span>
      </div>
    </li>
  );
}
