import { useEffect, useState } from 'preact/hooks';
import type { ChatState } from '../client/state';
import { useChat } from './context';
import type { Speech } from './words';

/** How long a person counts as present after their last message, in milliseconds. */
const HERE_MS = 300_000;

/** Who answers, and whether they are present. Derived from their messages, since there is no other sign. */
export function usePresence(speech: Speech): { about: string; isHere: boolean } {
  const state = useChat();
  const { typing } = state;
  const ends = hereUntil(state);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, ends - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [ends]);
  const isAnswering = state.person && state.status !== 'closed';
  return { about: aboutOf(state, speech), isHere: isAnswering && (typing || now < ends) };
}

function hereUntil({ messages }: ChatState): number {
  const last = messages.findLast(({ from }) => from === 'person');
  return last ? Date.parse(last.createdAt) + HERE_MS : 0;
}

/** As long as no person has a name, shows what visitors can expect, without a promise that a person is present. */
function aboutOf(
  { person, status, personName, contactEmail }: Pick<ChatState, 'person' | 'status' | 'personName' | 'contactEmail'>,
  speech: Pick<Speech, 'say'>,
): string {
  if (!person || status === 'closed') return speech.say('assistant');
  return personName ?? speech.say(contactEmail ? 'waitingMail' : 'waiting');
}
