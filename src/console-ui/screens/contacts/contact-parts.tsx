import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Icon, Loading, PlainText, Problem, When } from '../../kit';
import { type WordKey, useText, useWords } from '../../words/words';
import { agentsQuery } from '../agents/queries';
import { type Contact, contactVisitsQuery } from './queries';

/** What is known of the person. Fields without a value are left out. */
export function About({ contact }: { contact: Contact }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { data: agents } = useQuery({ ...agentsQuery(contact.workspaceId), enabled: contact.agentIds.length > 0 });
  const time = localTime(contact.timezone, locale);
  const facts: [WordKey, ReactNode][] = [
    ['contact.email', contact.email],
    ['contact.phone', contact.phone && <bdi dir="ltr">{contact.phone}</bdi>],
    ['contact.company', contact.company],
    ['contact.externalId', contact.externalId],
    ['contact.locale', contact.locale && languageName(contact.locale, locale)],
    ['contact.localTime', time && `${time} (${contact.timezone})`],
    ['contact.lastSeen', contact.lastSeenAt && <When at={contact.lastSeenAt} />],
    ['contact.created', <When key="created" at={contact.createdAt} />],
    [
      'contact.agents',
      contact.agentIds.length > 0 &&
        contact.agentIds.map((id) => agents?.find((agent) => agent.id === id)?.name ?? id).join(', '),
    ],
  ];
  return (
    <section className="part" aria-labelledby="contact-about">
      <h2 id="contact-about">{text('contact.about')}</h2>
      <dl className="facts">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([word, value]) => (
            <Fact key={word} name={text(word)}>
              {value}
            </Fact>
          ))}
        {Object.entries(contact.attributes).map(([name, value]) => (
          <Fact key={name} name={<bdi>{name}</bdi>}>
            {String(value)}
          </Fact>
        ))}
      </dl>
      {contact.notes && (
        <>
          <h3>{text('contact.notes')}</h3>
          <PlainText>{contact.notes}</PlainText>
        </>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

/** The time of day where the person is. Null without a time zone, or with one that the browser does not know. */
function localTime(timezone: string | null, locale: string): string | null {
  if (timezone === null) return null;
  try {
    return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: timezone }).format(new Date());
  } catch {
    return null;
  }
}

function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

interface ConversationsProps {
  workspaceId: string;
  conversations: readonly Schemas['ContactConversation'][];
  /** The one that is open beside the list. */
  except?: string;
}

export function Conversations({ workspaceId, conversations, except }: ConversationsProps): ReactNode {
  const text = useText();
  const shown = conversations.filter(({ id }) => id !== except);
  return (
    <section className="part" aria-labelledby="contact-conversations">
      <h2 id="contact-conversations">{text(except ? 'contact.otherConversations' : 'contact.conversations')}</h2>
      {shown.length === 0 && <p className="soft">{text('contact.noConversations')}</p>}
      <ul className="rows">
        {shown.map(({ id, subject, channel, status, lastMessageAt }) => (
          <li key={id} className="row">
            <div>
              <Link
                to="/w/$workspaceId/inbox/$view/{-$conversationId}"
                params={{ workspaceId, view: 'all', conversationId: id }}
                className="link"
              >
                <Icon name={channel === 'email' ? 'mail' : 'inbox'} />{' '}
                <bdi>{subject ?? text(channel === 'email' ? 'contact.mail' : 'contact.chat')}</bdi>
              </Link>
              <small>
                {text(`contact.status.${status}`)} · <When at={lastMessageAt} />
              </small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** From where the person wrote. A visitor's own statements stand apart, because they are not checked. */
export function Visits({ workspaceId, contactId }: { workspaceId: string; contactId: string }): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery(contactVisitsQuery(workspaceId, contactId));
  return (
    <section className="part" aria-labelledby="contact-visits">
      <h2 id="contact-visits">{text('contact.visits')}</h2>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={1} />}
      {data?.length === 0 && <p className="soft">{text('contact.noVisits')}</p>}
      <ul className="rows">
        {data?.map((visit) => (
          <li key={visit.conversationId} className="row">
            <Visit visit={visit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Visit({ visit }: { visit: Schemas['Visit'] }): ReactNode {
  const text = useText();
  const { site, pageUrl, claims, verified, voiceConsent, startedAt, surface } = visit;
  return (
    <div className="visit">
      <bdi dir="ltr">{pageUrl ?? site ?? (surface === 'page' ? text('contact.chatPage') : text('contact.widget'))}</bdi>
      <small>
        <When at={startedAt} /> · {text(verified ? 'contact.verified' : 'contact.unverified')}
      </small>
      {claims && (
        <small>
          {text('contact.claims')}: <bdi>{[claims.name, claims.email].filter(Boolean).join(', ')}</bdi> ·{' '}
          {text('contact.consent')} <When at={claims.consentedAt} />
        </small>
      )}
      {voiceConsent && (
        <small>
          {text('contact.voiceConsent')} <When at={voiceConsent.acceptedAt} />
        </small>
      )}
    </div>
  );
}
