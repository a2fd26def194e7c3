import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../words/words';
import { useInbox, useStore } from './inbox-context';
import { membersQuery, nameOf } from './queries';
import { useTicker } from './use-ticker';

interface Props {
  conversationId: string;
  /** Whom it is with. */
  customer: string;
}

/**
 * Which colleagues answer or read this conversation now, so that no two answer one customer, and whether the customer is typing, which
 * is not read out: it comes and goes.
 */
export function Present({ conversationId, customer }: Props): ReactNode {
  const text = useText();
  const { workspaceId, member } = useInbox();
  const { data: members } = useQuery(membersQuery(workspaceId));
  // A sign ends by itself.
  useTicker(2);
  const store = useStore();
  const now = Date.now();
  const others = store.present(conversationId, now).filter(({ memberId }) => memberId !== member.id);
  return (
    <div className="composer-presence">
      {store.isTyping(conversationId, now) && <p data-state="typing">{text('inbox.isTyping', { name: customer })}</p>}
      <div role="status">
        {others.slice(0, 3).map(({ memberId, state }) => (
          <p key={memberId} data-state={state}>
            {text(state === 'typing' ? 'inbox.isAnswering' : 'inbox.isLooking', {
              name: nameOf(members, memberId) ?? text('inbox.colleague'),
            })}
          </p>
        ))}
      </div>
    </div>
  );
}
