import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../words/words';
import { useInbox, useStore } from './inbox-context';
import { membersQuery, nameOf } from './queries';
import { useTicker } from './use-ticker';

/** Which colleagues answer or read this conversation now, so that no two answer one customer. */
export function Present({ conversationId }: { conversationId: string }): ReactNode {
  const text = useText();
  const { workspaceId, member } = useInbox();
  const { data: members } = useQuery(membersQuery(workspaceId));
  // A sign ends by itself.
  useTicker(5);
  const others = useStore()
    .present(conversationId, Date.now())
    .filter(({ memberId }) => memberId !== member.id);
  return (
    <div className="composer-presence" role="status">
      {others.slice(0, 3).map(({ memberId, state }) => (
        <p key={memberId} data-state={state}>
          {text(state === 'typing' ? 'inbox.isAnswering' : 'inbox.isLooking', {
            name: nameOf(members, memberId) ?? text('inbox.colleague'),
          })}
        </p>
      ))}
    </div>
  );
}
