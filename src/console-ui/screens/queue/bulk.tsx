import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, type Schemas } from '../../api/client';
import { Button, Menu, MenuItem, MenuTrigger, Notice, Progress } from '../../kit';
import { useText } from '../../words/words';
import { inTurns } from '../inbox/in-turns';
import { PRIORITIES, type Request } from './filters';

interface Props {
  workspaceId: string;
  requests: readonly Request[];
  members: readonly Schemas['Member'][];
  /** With the ids of the requests that were refused: they stay chosen. */
  onDone: (refused: readonly string[]) => void;
}

type Change = Pick<Schemas['UpdateSupportRequestInput'], 'assigneeMemberId' | 'priority'>;

/** What can be done with the chosen requests, and what was refused of it. */
export function Bulk({ workspaceId, requests, members, onDone }: Props): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const [refusals, setRefusals] = useState<readonly { id: string; subject: string; reason: string }[]>([]);
  const change = async (changes: Change): Promise<void> => {
    setDone(0);
    const refused = await inTurns(
      requests.map(({ id }) => id),
      (id) => {
        const { version: expectedVersion } = requests.find((request) => request.id === id)!;
        return api.PATCH('/workspaces/{workspaceId}/support-requests/{requestId}', {
          params: { path: { workspaceId, requestId: id } },
          body: { ...changes, expectedVersion },
        });
      },
      setDone,
    );
    const subjectOf = (id: string): string =>
      requests.find((request) => request.id === id)?.subject ?? text('queue.noSubject');
    setDone(null);
    setRefusals(refused.map(({ id, message: reason }) => ({ id, subject: subjectOf(id), reason })));
    onDone(refused.map(({ id }) => id));
    await queries.invalidateQueries({ queryKey: ['listSupportRequests', workspaceId] });
  };
  if (requests.length === 0 && refusals.length === 0) return null;
  const isBusy = done !== null;
  return (
    <div className="stacked-small">
      {requests.length > 0 && (
        <div className="form-actions">
          <span role="status">{text('queue.chosen', { count: requests.length })}</span>
          <MenuTrigger>
            <Button isDisabled={isBusy}>{text('queue.assign')}</Button>
            <Menu onAction={(id) => void change({ assigneeMemberId: id === 'nobody' ? null : String(id) })}>
              <MenuItem id="me" name={text('queue.me')} />
              <MenuItem id="nobody" name={text('queue.unassigned')} />
              {members.map(({ id, name }) => (
                <MenuItem key={id} id={id} name={name} />
              ))}
            </Menu>
          </MenuTrigger>
          <MenuTrigger>
            <Button isDisabled={isBusy}>{text('queue.setPriority')}</Button>
            <Menu onAction={(id) => void change({ priority: id as Request['priority'] })}>
              {PRIORITIES.map((priority) => (
                <MenuItem key={priority} id={priority} name={text(`priority.${priority}`)} />
              ))}
            </Menu>
          </MenuTrigger>
          <Button look="quiet" onPress={() => onDone([])} isDisabled={isBusy}>
            {text('queue.chooseNone')}
          </Button>
          {isBusy && <Progress label={text('queue.changing')} value={done / requests.length} />}
        </div>
      )}
      {refusals.length > 0 && (
        <div role="alert">
          <Notice kind="warning">
            {text('queue.refused', { count: refusals.length })}
            <ul>
              {refusals.map(({ id, subject, reason }) => (
                <li key={id}>
                  <bdi>{subject}</bdi>: {reason}
                </li>
              ))}
            </ul>
            <Button look="quiet" onPress={() => setRefusals([])}>
              {text('common.close')}
            </Button>
          </Notice>
        </div>
      )}
    </div>
  );
}
