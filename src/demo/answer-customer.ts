import { setTimeout as pause } from 'node:timers/promises';
import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';
import { PATIENCE_MS } from './patience';
import { plainText } from './plain-text';

const CUSTOMER = { name: 'Dana', address: 'dana@customer.example' };
const WISH = 'I would like to talk to a person, please.';
const HASTY = 'Hello Dana, what is it about this tiem?';
const ANSWER = 'Hello Dana, this is Sam. How can I help you?';
const THANKS = 'Thank you, that was quick! I only wanted to know whether a person is there.';

/** Long enough to be seen, and for a program to undo. */
const UNDO_SECONDS = 3;

interface Turn {
  conversationId: string;
  message: { content: string } | null;
  outcome: string;
}

interface Message {
  id: string;
  lifecycleStatus: string;
  lifecycleVersion: number;
}

interface Item {
  role: string;
  content: string;
  channel: string;
  quotedFrom: number | null;
}

/** A customer asks for a person. The member undoes one reply and sends another, and the customer answers by email. */
export async function answerCustomer(
  demo: Demonstration,
  person: RequestHeaders,
  program: RequestHeaders,
  agent: AgentPlace,
): Promise<void> {
  const { api, mail, screen } = demo;
  screen.heading('A customer asks for a person, who answers by email');
  const { body: turn } = await api.call<Turn>('POST', `${agent.path}/chat`, {
    headers: program,
    body: { message: WISH, user: { externalId: 'dana', name: CUSTOMER.name, email: CUSTOMER.address } },
  });
  screen.labelled('customer', WISH);
  screen.labelled('answer', plainText(turn.message?.content ?? `(${turn.outcome})`), 'strong');

  const conversation = `/workspaces/${agent.workspaceId}/inbox/${turn.conversationId}`;
  await api.call('PATCH', '/account/preferences', { headers: person, body: { undoSendSeconds: UNDO_SECONDS } });
  const before = mail.count;
  const hasty = await reply(demo, person, conversation, HASTY);
  const { body: undone } = await api.call<Message>('POST', `${conversation}/messages/${hasty.id}/undo`, {
    headers: person,
    body: { expectedVersion: hasty.lifecycleVersion },
  });
  screen.labelled('state', `${hasty.lifecycleStatus}, then ${undone.lifecycleStatus} within ${UNDO_SECONDS} seconds`);

  const sent = await reply(demo, person, conversation, ANSWER);
  screen.labelled(
    'state',
    (await statesUntilSent(demo, person, `${conversation}/messages/${sent.id}`)).join(', then '),
  );
  const received = await mail.newMail(CUSTOMER.address, before);
  await mail.answer(received, CUSTOMER, THANKS);
  const answer = await customersMail(demo, person, conversation);
  screen.labelled('by mail', answer.content.slice(0, answer.quotedFrom ?? undefined).trim(), 'strong');
}

async function reply({ api, screen }: Demonstration, person: RequestHeaders, conversation: string, content: string) {
  const { body: message } = await api.call<Message>('POST', `${conversation}/messages`, {
    headers: person,
    body: { content, channel: 'email' },
  });
  screen.labelled('member', content, 'strong');
  return message;
}

/** Each state of a message that is seen until it is sent. */
async function statesUntilSent({ api, screen }: Demonstration, headers: RequestHeaders, path: string) {
  const deadline = Date.now() + PATIENCE_MS;
  const states: string[] = [];
  while (states.at(-1) !== 'sent') {
    const { body } = await api.call<{ message: Message }>('GET', path, { headers });
    const { lifecycleStatus } = body.message;
    if (['failed', 'uncertain', 'bounced'].includes(lifecycleStatus) || Date.now() > deadline) {
      throw new Error(`The reply is ${lifecycleStatus}.`);
    }
    if (lifecycleStatus !== states.at(-1)) states.push(lifecycleStatus);
    screen.progress(`the reply is ${lifecycleStatus} …`);
    if (lifecycleStatus !== 'sent') await pause(20);
  }
  return states;
}

/** The text of the customer's email, once the service has received it. */
async function customersMail({ api, screen }: Demonstration, headers: RequestHeaders, conversation: string) {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    screen.progress('waiting for the answer …');
    const { body } = await api.call<{ messages: Item[] }>('GET', `${conversation}/messages`, { headers });
    const found = body.messages.find(({ role, channel }) => role === 'customer' && channel === 'email');
    if (found) return found;
    await pause(100);
  }
  throw new Error('The customer’s email did not reach the conversation.');
}
