import type { ComponentChild, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { offered } from '../client/state';
import { Away } from './blocks';
import { useApp, useChat } from './context';
import { Icon } from './icons';
import { Offers } from './offers';

/** A problem that delays an answer, with the ways to solve it. */
export function Notices({ leaveAddress }: { leaveAddress: (() => void) | null }): JSX.Element {
  const { chat, speech } = useApp();
  const state = useChat();
  const { problem, online, status, erased, messages, contactEmail, person } = state;
  const suggestions = offered(state);
  const waits = person && status !== 'closed' && !messages.some(({ from }) => from === 'person');
  return (
    <>
      {status === 'closed' && messages.length > 0 && <p class="note">{speech.say('ended')}</p>}
      {contactEmail && (
        <p class="note" role="status">
          {speech.say('saved', { email: contactEmail })}
        </p>
      )}
      {waits && !contactEmail && leaveAddress && (
        <p class="note">
          {speech.say('contactAsk')}
          <button type="button" class="text" onClick={leaveAddress}>
            {speech.say('byEmail')}
          </button>
        </p>
      )}
      {suggestions && (
        <>
          <Offers suggestions={suggestions} />
          <Otherwise note />
        </>
      )}
      {erased && (
        <p class="note" role="status">
          {speech.say('erased')}
        </p>
      )}
      {!online && (
        <Alert>
          {speech.say('offline')} <Otherwise />
        </Alert>
      )}
      {problem?.kind === 'wait' && <Wait key={problem.until} until={problem.until} over={() => chat.waited()} />}
      {problem?.kind === 'away' && online && (
        <Alert>
          {speech.say('away')} <Otherwise />
        </Alert>
      )}
      {problem?.kind === 'inactive' && (
        <Alert>
          {speech.say('inactive')} <Otherwise />
        </Alert>
      )}
      {problem?.kind === 'refused' && (
        <Alert>
          {speech.say('refused')} <Otherwise />
        </Alert>
      )}
      {problem?.kind === 'failed' && (
        <Alert>
          {speech.say('failed')} <Otherwise />
        </Alert>
      )}
    </>
  );
}

export function Alert({ children }: { children: ComponentChild }): JSX.Element {
  return (
    <div class="alert" role="alert">
      <Icon name="alert" />
      <p>{children}</p>
    </div>
  );
}

/** The email address for visitors that the chat cannot help, if the customer shows one. */
function Otherwise({ note }: { note?: boolean }): JSX.Element | null {
  const { boot, speech } = useApp();
  const { supportEmail } = boot.agent;
  if (!supportEmail) return null;
  const [before, after] = speech.around('orWriteTo', 'email');
  const sentence = (
    <>
      {before}
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      {after}
    </>
  );
  return note ? <p class="note">{sentence}</p> : sentence;
}

/** A visible countdown. Screen readers announce only the first value, since every second would be too much. */
function Wait({ until, over }: { until: number; over: () => void }): JSX.Element {
  const { speech } = useApp();
  const [left, setLeft] = useState(secondsTo(until));
  const [first] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = secondsTo(until);
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      over();
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  const textFor = (seconds: number): string =>
    first > 120 ? speech.say('waitUntil', { time: speech.time(until) }) : speech.count('wait', seconds);
  return (
    <>
      <div class="hidden" role="alert">
        {textFor(first)}
      </div>
      <div class="alert">
        <Icon name="alert" />
        <p>
          <span aria-hidden="true">{textFor(left)}</span> <Otherwise />
        </p>
      </div>
    </>
  );
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - Date.now()) / 1_000));
}

/** Shown before the first message: how messages are processed. */
export function Privacy(): JSX.Element | null {
  const { boot, speech } = useApp();
  const { messages, outgoing } = useChat();
  const { privacyPolicyUrl, learning } = boot.agent;
  if (messages.length + outgoing.length > 0 || (!privacyPolicyUrl && !learning)) return null;
  const [before, after] = speech.around('privacy', 'link');
  return (
    <p class="small privacy">
      {privacyPolicyUrl && (
        <>
          {before}
          <Away href={privacyPolicyUrl}>{speech.say('privacyPolicy')}</Away>
          {after}{' '}
        </>
      )}
      {learning && speech.say('learning')}
    </p>
  );
}
