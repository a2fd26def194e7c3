import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Button, Form, FormProblem, Problem, Progress, TextField } from '../../kit';
import { useText } from '../../words/words';
import { Answer } from '../agents/answer';
import {
  type Agent,
  agentQuery,
  agentsQuery,
  isUnfinished,
  pathOf,
  type Source,
  sourceTextQuery,
  type Trial,
} from '../agents/queries';
import { tryAgent } from '../agents/try-stream';
import { suggestionsIn } from './progress';

interface AskProps {
  agent: Agent;
  sources: readonly Source[];
  onSkip: () => void;
}

/** A first question, suggested by the headings of the knowledge, and its answer. */
export function Ask({ agent, sources, onSkip }: AskProps): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [question, setQuestion] = useState('');
  const ready = sources.find(({ status }) => status === 'ready');
  const { data: source } = useQuery({ ...sourceTextQuery(agent, ready?.id ?? ''), enabled: ready !== undefined });
  const suggestions = suggestionsIn(source?.text ?? '', 3, (heading) => text('welcome.about', { heading }));
  const ask = useMutation({
    mutationFn: async (message: string): Promise<Trial> => {
      for await (const event of tryAgent(agent, { message }, new AbortController().signal)) {
        if ('trial' in event) return event.trial;
      }
      throw new Error(text('app.wentWrong'));
    },
  });
  const activate = useMutation({
    mutationFn: () =>
      dataOf(
        api.PATCH('/workspaces/{workspaceId}/agents/{agentId}', {
          params: { path: pathOf(agent) },
          body: { status: 'active', expectedUpdatedAt: agent.updatedAt },
        }),
      ),
    onSuccess: (saved) => queries.setQueryData(agentQuery(agent.workspaceId, agent.id).queryKey, saved),
    onSettled: () => queries.invalidateQueries(agentsQuery(agent.workspaceId)),
  });
  return (
    <>
      {!ready && sources.some(isUnfinished) && (
        <p role="status">
          {text('welcome.reading')} <Progress label={text('welcome.reading')} value={null} />
        </p>
      )}
      {suggestions.length > 0 && (
        <div className="form-actions">
          {suggestions.map((suggestion) => (
            <Button
              key={suggestion}
              onPress={() => {
                setQuestion(suggestion);
                ask.mutate(suggestion);
              }}
            >
              <bdi>{suggestion}</bdi>
            </Button>
          ))}
        </div>
      )}
      <Form onSubmit={() => question.trim() && ask.mutate(question.trim())}>
        <TextField label={text('try.question')} value={question} onChange={setQuestion} maxLength={8000} />
        <div>
          <Button type="submit" icon="send" isPending={ask.isPending}>
            {text('try.ask')}
          </Button>
        </div>
      </Form>
      {ask.error && <Problem problem={ask.error} />}
      {ask.data && (
        <div className="exchange" role="status">
          <Answer agent={agent} trial={ask.data} brief />
        </div>
      )}
      <FormProblem problem={activate.error} />
      <div className="form-actions">
        <Button look="primary" isPending={activate.isPending} onPress={() => activate.mutate()}>
          {text('welcome.activate')}
        </Button>
        <Button look="quiet" onPress={onSkip}>
          {text('welcome.skipStep')}
        </Button>
      </div>
    </>
  );
}
