import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { mayUse } from '../../api/roles';
import { LinkButton, Listed, Loading, Notice, notify, Problem, Screen, SwitchField, Table, When } from '../../kit';
import { useText } from '../../words/words';
import { usePages } from '../frame/pages';
import { useOwnMember } from '../frame/session';

type Settings = Schemas['NotificationSettings'];

/** The reader's notifications in this workspace; for admins, also the outcome of all notifications. */
export function Notifications(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const { role } = useOwnMember(workspaceId);
  const { data, error, refetch } = useQuery({
    queryKey: ['getNotificationSettings', workspaceId],
    queryFn: () =>
      dataOf(api.GET('/workspaces/{workspaceId}/notification-settings', { params: { path: { workspaceId } } })),
  });
  return (
    <Screen title={text('settings.notifications')}>
      <p>
        {text('notifications.help')}{' '}
        <LinkButton to="/account/notifications">{text('notifications.toAccount')}</LinkButton>
      </p>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Own settings={data} />}
      {mayUse(role, 'listMemberNotifications') && <Log workspaceId={workspaceId} />}
    </Screen>
  );
}

/** Each switch is saved at once. */
function Own({ settings }: { settings: Settings }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const { workspaceId, agents, unsubscribedEvents, emailFailure } = settings;
  const update = useMutation({
    mutationFn: (body: Schemas['UpdateNotificationSettingsInput']) =>
      dataOf(api.PATCH('/workspaces/{workspaceId}/notification-settings', { params: { path: { workspaceId } }, body })),
    onSuccess: (saved) => queries.setQueryData(['getNotificationSettings', workspaceId], saved),
    onError: ({ message }) => notify(message),
  });
  const muted = agents.filter((agent) => agent.muted).map(({ agentId }) => agentId);
  return (
    <section className="section choices">
      {emailFailure && <Notice kind="warning">{text(`notifications.${emailFailure}`)}</Notice>}
      <SwitchField
        label={text('notifications.all')}
        value={!settings.muted}
        onChange={(isOn) => update.mutate({ muted: !isOn })}
      />
      <SwitchField
        label={text('notifications.content')}
        value={settings.showContent}
        onChange={(showContent) => update.mutate({ showContent })}
      />
      {agents.map(({ agentId, name, muted: isMuted }) => (
        <SwitchField
          key={agentId}
          label={text('notifications.ofAgent', { name })}
          value={!isMuted}
          isDisabled={settings.muted}
          onChange={(isOn) =>
            update.mutate({ mutedAgentIds: isOn ? muted.filter((id) => id !== agentId) : [...muted, agentId] })
          }
        />
      ))}
      {unsubscribedEvents.map((event) => (
        <SwitchField
          key={event}
          label={text('notifications.unsubscribed', { event: text(`notifications.event.${event}`) })}
          value={false}
          onChange={() => update.mutate({ unsubscribedEvents: unsubscribedEvents.filter((other) => other !== event) })}
        />
      ))}
    </section>
  );
}

function Log({ workspaceId }: { workspaceId: string }): ReactNode {
  const text = useText();
  const log = usePages({
    queryKey: ['listMemberNotifications', workspaceId],
    read: (page) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/notifications', {
          params: { path: { workspaceId }, query: { limit: 25, ...page } },
        }),
      ),
    itemsOf: (page) => page.notifications,
  });
  const { data: members } = useQuery({
    queryKey: ['listMemberNotificationSummaries', workspaceId],
    queryFn: () =>
      dataOf(api.GET('/workspaces/{workspaceId}/member-notifications', { params: { path: { workspaceId } } })),
  });
  const nameOf = (id: string | null): string =>
    members?.members.find(({ memberId }) => memberId === id)?.name ?? text('notifications.noMember');
  const columns = [
    text('notifications.at'),
    text('notifications.to'),
    text('notifications.about'),
    text('notifications.channel'),
    text('notifications.state'),
  ];
  return (
    <section>
      <h2>{text('notifications.log')}</h2>
      <Listed of={log} empty={text('notifications.none')}>
        {(items) => (
          <Table label={text('notifications.log')} columns={columns}>
            {items.map((one) => (
              <tr key={one.id}>
                <td>
                  <When at={one.createdAt} />
                </td>
                <td>
                  <bdi>{nameOf(one.memberId)}</bdi>
                </td>
                <td>
                  <LinkButton to={`/w/${workspaceId}/inbox/all/${one.conversationId}`}>
                    {text(`notifications.event.${one.event}`)}
                  </LinkButton>
                </td>
                <td>{text(`notifications.channel.${one.channel}`)}</td>
                <td>
                  {text(`notifications.state.${one.state}`)}
                  {one.reason && <small>{text(`notifications.reason.${one.reason}`)}</small>}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
    </section>
  );
}
