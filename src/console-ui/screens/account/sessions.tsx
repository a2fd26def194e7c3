import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Button, Loading, notify, Problem, Screen } from '../../kit';
import { useText } from '../../words/words';
import { Moment } from '../frame/sections';

const KEY = ['listSessions'];

/** Where the account is signed in. */
export function Sessions(): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await dataOf(api.GET('/sessions'))).sessions,
  });
  const revoke = useMutation({
    mutationFn: (sessionId: string) => api.DELETE('/sessions/{sessionId}', { params: { path: { sessionId } } }),
    onSuccess: () => notify(text('sessions.ended')),
    onError: ({ message }) => notify(message),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <Screen title={text('account.sessions')}>
      {error ? (
        <Problem problem={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="rows">
          {data.map((session) => (
            <li key={session.id} className="row">
              <About session={session} />
              {session.current ? (
                <b>{text('sessions.current')}</b>
              ) : (
                <Button
                  onPress={() => revoke.mutate(session.id)}
                  isPending={revoke.isPending && revoke.variables === session.id}
                >
                  {text('sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

function About({ session: { userAgent, lastSeenAt } }: { session: Schemas['Session'] }): ReactNode {
  const text = useText();
  return (
    <div>
      <bdi>{userAgent ?? text('sessions.ofCredential')}</bdi>
      <small>
        {text('sessions.lastSeen')} <Moment at={lastSeenAt} />
      </small>
    </div>
  );
}
