import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { mayUse, type Role } from '../../api/roles';
import {
  Button,
  ConfirmedButton,
  Form,
  FormProblem,
  Listed,
  notify,
  Problem,
  Screen,
  SelectField,
  SubmitButton,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { usePages } from '../frame/pages';
import { installationQuery, useOwnMember } from '../frame/session';
import { Moment } from '../frame/sections';
import { LeaveWorkspace } from './leave-workspace';
import { MemberAgents } from './member-agents';

const ROLES: readonly Role[] = ['member', 'admin', 'owner'];

/** Who works here, with which role; and who is invited. */
export function Members(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const own = useOwnMember(workspaceId);
  return (
    <Screen title={text('settings.members')}>
      <MemberList own={own} />
      {mayUse(own.role, 'inviteMember') && <Invite own={own} />}
      <Invitations own={own} />
    </Screen>
  );
}

/** Only owners give and take the role of an owner. */
function useRolesFor(own: Schemas['Member']): { value: Role; name: string }[] {
  const text = useText();
  const roles = ROLES.filter((role) => role !== 'owner' || own.role === 'owner');
  return roles.map((role) => ({ value: role, name: text(`members.role.${role}`) }));
}

function MemberList({ own }: { own: Schemas['Member'] }): ReactNode {
  const { workspaceId } = own;
  const members = usePages({
    queryKey: ['listMembers', workspaceId],
    read: (page) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/members', {
          params: { path: { workspaceId }, query: { limit: 100, ...page } },
        }),
      ),
    itemsOf: (page) => page.members,
  });
  return (
    <Listed of={members} empty={null}>
      {(items) => (
        <ul className="rows">
          {items.map((member) => (
            <Row key={member.id} {...{ member, own }} />
          ))}
        </ul>
      )}
    </Listed>
  );
}

function Row({ member, own }: { member: Schemas['Member']; own: Schemas['Member'] }): ReactNode {
  const text = useText();
  const roles = useRolesFor(own);
  const queries = useQueryClient();
  const path = { workspaceId: own.workspaceId, memberId: member.id };
  const settled = {
    onError: ({ message }: Error) => notify(message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['listMembers', own.workspaceId] }),
  };
  const update = useMutation({
    mutationFn: (role: Role) =>
      api.PATCH('/workspaces/{workspaceId}/members/{memberId}', { params: { path }, body: { role } }),
    ...settled,
  });
  const remove = useMutation({
    mutationFn: () => api.DELETE('/workspaces/{workspaceId}/members/{memberId}', { params: { path } }),
    onSuccess: () => notify(text('members.removed', { name: member.name })),
    ...settled,
  });
  const mayChange = mayUse(own.role, 'updateMember') && (member.role !== 'owner' || own.role === 'owner');
  return (
    <li className="row">
      <div>
        <bdi>{member.name}</bdi>
        <small>
          {member.email}
          {member.restrictedAgentIds && ` · ${text('members.restricted', { count: member.restrictedAgentIds.length })}`}
        </small>
      </div>
      {mayChange ? (
        <>
          <SelectField
            label={text('members.roleOf', { name: member.name })}
            options={roles}
            value={update.isPending ? update.variables : member.role}
            onChange={(role) => role !== member.role && update.mutate(role)}
          />
          {member.role === 'member' && <MemberAgents member={member} />}
          {member.id !== own.id && (
            <ConfirmedButton
              title={text('members.removeTitle', { name: member.name })}
              action={text('members.remove')}
              isPending={remove.isPending}
              onConfirm={() => remove.mutate()}
            >
              {text('members.removeHelp')}
            </ConfirmedButton>
          )}
        </>
      ) : (
        <span>{text(`members.role.${member.role}`)}</span>
      )}
      {member.id === own.id && <LeaveWorkspace own={own} />}
    </li>
  );
}

function Invite({ own }: { own: Schemas['Member'] }): ReactNode {
  const { workspaceId } = own;
  const text = useText();
  const roles = useRolesFor(own);
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const { data: installation } = useQuery(installationQuery);
  const invite = useMutation({
    mutationFn: () =>
      api.POST('/workspaces/{workspaceId}/invitations', { params: { path: { workspaceId } }, body: { email, role } }),
    onSuccess: () => {
      notify(text(installation?.mail === 'smtp' ? 'members.invited' : 'members.invitedWithoutMail', { email }));
      setEmail('');
      return queries.invalidateQueries({ queryKey: ['listInvitations', workspaceId] });
    },
  });
  return (
    <section className="section">
      <h2>{text('members.invite')}</h2>
      <Form onSubmit={() => invite.mutate()} problem={invite.error}>
        <TextField
          label={text('entry.email')}
          name="email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
          isRequired
        />
        <SelectField label={text('members.role')} name="role" options={roles} value={role} onChange={setRole} />
        <FormProblem problem={invite.error} />
        <SubmitButton problem={invite.error} isPending={invite.isPending}>
          {text('members.inviteAction')}
        </SubmitButton>
      </Form>
    </section>
  );
}

function Invitations({ own }: { own: Schemas['Member'] }): ReactNode {
  const { workspaceId } = own;
  const text = useText();
  const queries = useQueryClient();
  const queryKey = ['listInvitations', workspaceId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () =>
      (await dataOf(api.GET('/workspaces/{workspaceId}/invitations', { params: { path: { workspaceId } } })))
        .invitations,
  });
  const revoke = useMutation({
    mutationFn: (invitationId: string) =>
      api.DELETE('/workspaces/{workspaceId}/invitations/{invitationId}', {
        params: { path: { workspaceId, invitationId } },
      }),
    onError: ({ message }) => notify(message),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data?.length) return null;
  return (
    <section className="section">
      <h2>{text('members.invitations')}</h2>
      <ul className="rows">
        {data.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="row">
            <div>
              <bdi>{email}</bdi>
              <small>
                {text(`members.role.${role}`)} · {text('members.until')} <Moment at={expiresAt} />
              </small>
            </div>
            {mayUse(own.role, 'revokeInvitation') && (role !== 'owner' || own.role === 'owner') && (
              <Button onPress={() => revoke.mutate(id)} isPending={revoke.isPending && revoke.variables === id}>
                {text('members.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
