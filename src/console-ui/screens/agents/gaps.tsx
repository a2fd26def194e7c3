import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Button, Dialog, Empty, LinkButton, Loading, Notice, notify, Problem, When } from '../../kit';
import { useText } from '../../words/words';
import { Answer } from './answer';
import { PairDialog } from './pair-dialog';
import { PassageDialog, type Place } from './passage';
import { type Agent, pathOf, type TabProps, type Trial } from './queries';
import { tryAgent } from './try-stream';

type Group = Schemas['KnowledgeGapGroup'];

/** `dismissKnowledgeGaps` takes so many ids. */
const AT_ONCE = 100;

/** Questions that the sources did not answer, the most frequent first. */
export function GapsTab({ agent, isAdmin }: TabProps): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [answering, setAnswering] = useState<Group | null>(null);
  const [passage, setPassage] = useState<Place | null>(null);
  const path = pathOf(agent);
  const queryKey = ['listKnowledgeGapGroups', agent.workspaceId, agent.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/knowledge/gaps/groups', {
          params: { path, query: { limit: 20 } },
        }),
      ),
  });
  const dismiss = useMutation({
    mutationFn: async ({ gapIds }: Group) => {
      for (let at = 0; at < gapIds.length; at += AT_ONCE) {
        await api.POST('/workspaces/{workspaceId}/agents/{agentId}/knowledge/gaps/dismiss', {
          params: { path },
          body: { gapIds: gapIds.slice(at, at + AT_ONCE) },
        });
      }
    },
    onSuccess: () => notify(text('gaps.dismissed')),
    onError: (problem) => notify(problem.message),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.groups.length === 0) return <Empty>{text('gaps.none')}</Empty>;
  return (
    <>
      {data.grouped < data.total && <Notice>{text('gaps.newest', { count: data.grouped, total: data.total })}</Notice>}
      <ul className="gaps">
        {data.groups.map((group) => (
          <GapGroup
            key={group.gapIds[0]}
            agent={agent}
            isAdmin={isAdmin}
            group={group}
            onAnswer={() => setAnswering(group)}
            onDismiss={() => dismiss.mutate(group)}
            onPassage={setPassage}
          />
        ))}
      </ul>
      {answering && (
        <PairDialog
          agent={agent}
          question={answering.question}
          onClose={() => setAnswering(null)}
          onAdded={() => dismiss.mutateAsync(answering).catch(() => undefined)}
        />
      )}
      {passage && <PassageDialog agent={agent} place={passage} onClose={() => setPassage(null)} />}
    </>
  );
}

interface GroupProps extends TabProps {
  group: Group;
  onAnswer: () => void;
  onDismiss: () => void;
  onPassage: (place: Place) => void;
}

function GapGroup({ agent, isAdmin, group, onAnswer, onDismiss, onPassage }: GroupProps): ReactNode {
  const text = useText();
  const [isTrying, setTrying] = useState(false);
  const others = group.examples.filter(({ question }) => question !== group.question);
  return (
    <li className="gap">
      <h2 dir="auto">{group.question}</h2>
      <p className="soft">
        {text('gaps.asked', { count: group.count })} · <When at={group.lastAskedAt} />
      </p>
      {others.length > 0 && (
        <details>
          <summary>{text('gaps.examples', { count: others.length })}</summary>
          <ul className="changes">
            {others.map(({ id, question }) => (
              <li key={id} dir="auto">
                {question}
              </li>
            ))}
          </ul>
        </details>
      )}
      {group.closestPassage && (
        <p>
          {text('gaps.closest')}{' '}
          <Button look="quiet" onPress={() => onPassage(group.closestPassage!)}>
            <bdi>{group.closestPassage.title}</bdi>
          </Button>
        </p>
      )}
      <div className="form-actions">
        {isAdmin && (
          <Button look="primary" onPress={onAnswer}>
            {text('gaps.answer')}
          </Button>
        )}
        <Button onPress={() => setTrying(true)}>{text('gaps.try')}</Button>
        {isAdmin && <Button onPress={onDismiss}>{text('gaps.dismiss')}</Button>}
        <LinkButton to={`/w/${agent.workspaceId}/inbox/all/${group.examples[0]!.conversationId}`} look="quiet">
          {text('gaps.conversation')}
        </LinkButton>
      </div>
      {isTrying && <TryAgain agent={agent} question={group.question} onClose={() => setTrying(false)} />}
    </li>
  );
}

function TryAgain({ agent, question, onClose }: { agent: Agent; question: string; onClose: () => void }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['tryAgent', agent.workspaceId, agent.id, question],
    queryFn: async ({ signal }): Promise<Trial> => {
      for await (const event of tryAgent(agent, { message: question }, signal))
        if ('trial' in event) return event.trial;
      throw new Error('The answer has no end.');
    },
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={question} size="large">
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Answer agent={agent} trial={data} />}
    </Dialog>
  );
}
