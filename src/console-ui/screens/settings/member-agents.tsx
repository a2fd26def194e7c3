import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, type Schemas } from '../../api/client';
import { Button, Dialog, Form, FormProblem, notify, SubmitButton, SwitchField } from '../../kit';
import { useText } from '../../words/words';
import { AgentChoice } from '../frame/agent-choice';

/** Which agents a member may see: all of them, or only some, and with them their conversations and contacts. */
export function MemberAgents({ member }: { member: Schemas['Member'] }): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)} aria-label={text('members.agentsOf', { name: member.name })}>
        {text('members.agents')}
      </Button>
      {isOpen && <Choice member={member} onClose={() => setOpen(false)} />}
    </>
  );
}

function Choice({ member, onClose }: { member: Schemas['Member']; onClose: () => void }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const { workspaceId, id: memberId } = member;
  const [chosen, setChosen] = useState<readonly string[] | null>(member.restrictedAgentIds);
  const save = useMutation({
    mutationFn: () =>
      api.PATCH('/workspaces/{workspaceId}/members/{memberId}', {
        params: { path: { workspaceId, memberId } },
        body: { restrictedAgentIds: chosen && [...chosen] },
      }),
    onSuccess: async () => {
      notify(text('common.saved'));
      await queries.invalidateQueries({ queryKey: ['listMembers', workspaceId] });
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text('members.agentsOf', { name: member.name })}
    >
      <Form problem={save.error} onSubmit={() => save.mutate()}>
        <SwitchField
          label={text('members.allAgents')}
          value={chosen === null}
          onChange={(all) => setChosen(all ? null : [])}
        />
        {chosen !== null && (
          <AgentChoice
            workspaceId={workspaceId}
            label={text('members.onlyAgents')}
            help={text('members.onlyAgentsHelp')}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
        <FormProblem problem={save.error} />
        <SubmitButton problem={save.error} isPending={save.isPending}>
          {text('common.save')}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
