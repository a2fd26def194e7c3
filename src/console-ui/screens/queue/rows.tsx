import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { CheckboxField, LinkButton, Table, When } from '../../kit';
import { useText } from '../../words/words';
import { nameOf } from '../inbox/queries';
import { nearestClock, SlaClock } from '../sla/clock';
import type { Request } from './filters';

interface Props {
  workspaceId: string;
  requests: readonly Request[];
  agents: readonly Schemas['Agent'][];
  members: Schemas['Member'][];
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isOn: boolean) => void;
}

export function Rows({ workspaceId, requests, agents, members, chosen, onChoose }: Props): ReactNode {
  const text = useText();
  const columns = [
    null,
    text('queue.subject'),
    text('queue.clock'),
    text('queue.state'),
    text('queue.priority'),
    text('queue.assignee'),
    text('queue.agent'),
  ];
  return (
    <Table label={text('rail.queue')} columns={columns}>
      {requests.map((request) => {
        const clock = nearestClock(request.sla);
        const subject = request.subject ?? text('queue.noSubject');
        return (
          <tr key={request.id}>
            <td>
              <CheckboxField
                label={text('queue.choose', { name: subject })}
                isLabelHidden
                value={chosen.has(request.id)}
                onChange={(isOn) => onChoose(request.id, isOn)}
              />
            </td>
            <th scope="row">
              <LinkButton to={`/w/${workspaceId}/inbox/all/${request.conversationId}`}>{subject}</LinkButton>
              <small>
                {text('queue.opened')} <When at={request.openedAt} />
              </small>
            </th>
            <td>{clock && <SlaClock request={request} clock={clock} />}</td>
            <td>
              {text(`request.state.${request.state}`)}
              {request.waitingOn && <small>{text(`clock.waitingOn.${request.waitingOn}`)}</small>}
              {request.resumeAt && (
                <small>
                  {text('queue.until')} <When at={request.resumeAt} />
                </small>
              )}
            </td>
            <td>{text(`priority.${request.priority}`)}</td>
            <td>
              <bdi>{nameOf(members, request.assigneeMemberId) ?? text('queue.unassigned')}</bdi>
            </td>
            <td>
              <bdi>{agents.find(({ id }) => id === request.agentId)?.name}</bdi>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
