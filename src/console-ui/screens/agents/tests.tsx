import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Button, Empty, FilesButton, Form, Loading, Notice, Problem, Progress, TextAreaField, When } from '../../kit';
import { useMessage, useText } from '../../words/words';
import { useOnce } from '../frame/once';
import { PassageDialog, type Place } from './passage';
import { pathOf, type TabProps } from './queries';
import { MOST_QUESTIONS, questionsIn, type TestQuestion } from './test-questions';

type Listed = Schemas['ListedKnowledgeTest'];
type Finding = Schemas['TestFinding'];

const isRunning = ({ status }: Pick<Listed, 'status'>): boolean => status === 'queued' || status === 'running';

/** Asks many questions at once and shows which answers are not as expected. */
export function TestsTab({ agent, isAdmin }: TabProps): ReactNode {
  const text = useText();
  const [openId, setOpenId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['listKnowledgeTests', agent.workspaceId, agent.id],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/knowledge/tests', {
          params: { path: pathOf(agent), query: { limit: 20 } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.tests.some(isRunning) ? 1_500 : false),
  });
  const shown = openId ?? data?.tests[0]?.id ?? null;
  return (
    <div className="stacked">
      {isAdmin && <NewTest agent={agent} isAdmin onStarted={(id) => setOpenId(id)} />}
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.tests.length === 0 && <Empty>{text('tests.none')}</Empty>}
      {data && data.tests.length > 0 && (
        <section className="part" aria-labelledby="runs-title">
          <h2 id="runs-title">{text('tests.runs')}</h2>
          <ul className="runs">
            {data.tests.map((test) => (
              <li key={test.id}>
                <Button
                  look={test.id === shown ? 'plain' : 'quiet'}
                  onPress={() => setOpenId(test.id)}
                  aria-current={test.id === shown}
                >
                  <When at={test.createdAt} /> · {text('tests.questions', { count: test.questions })} ·{' '}
                  {text(`tests.status.${test.status}`)}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown && <Run key={shown} agent={agent} isAdmin={isAdmin} testId={shown} />}
    </div>
  );
}

function NewTest({ agent, onStarted }: TabProps & { onStarted: (id: string) => void }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const once = useOnce();
  const [written, setWritten] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: (questions: TestQuestion[]) =>
      once(questions, (key) =>
        dataOf(
          api.POST('/workspaces/{workspaceId}/agents/{agentId}/knowledge/tests', {
            params: { path: pathOf(agent), header: { 'Idempotency-Key': key } },
            body: { questions },
          }),
        ),
      ),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['listKnowledgeTests', agent.workspaceId, agent.id] });
      onStarted(id);
    },
  });
  const submit = () => {
    try {
      const questions = questionsIn(written);
      const isTooMany = questions.length > MOST_QUESTIONS;
      setRefusal(isTooMany ? text('tests.tooMany', { count: questions.length, most: MOST_QUESTIONS }) : null);
      if (!isTooMany && questions.length > 0) start.mutate(questions);
    } catch {
      setRefusal(text('tests.unreadable'));
    }
  };
  return (
    <Form onSubmit={submit}>
      <TextAreaField
        label={text('tests.paste')}
        help={text('tests.pasteHelp')}
        rows={6}
        value={written}
        onChange={setWritten}
        isRequired
      />
      {refusal && (
        <p className="form-problem" role="alert">
          {refusal}
        </p>
      )}
      {start.error && <Problem problem={start.error} />}
      <div className="form-actions">
        <Button look="primary" type="submit" isPending={start.isPending}>
          {text('tests.start')}
        </Button>
        <FilesButton accept={['.txt', '.json']} onFiles={([file]) => void file!.text().then(setWritten)}>
          {text('tests.upload')}
        </FilesButton>
      </div>
    </Form>
  );
}

function Run({ agent, testId }: TabProps & { testId: string }): ReactNode {
  const text = useText();
  const message = useMessage();
  const [passage, setPassage] = useState<Place | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['getKnowledgeTest', agent.workspaceId, agent.id, testId],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/knowledge/tests/{testId}', {
          params: { path: { ...pathOf(agent), testId } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? 1_500 : false),
  });
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <section className="part" aria-labelledby="run-title">
      <h2 id="run-title">{text('tests.result')}</h2>
      {isRunning(data) && <Progress label={text('tests.result')} value={data.progress} />}
      {data.failure && <Notice kind="warning">{message(data.failure.message)}</Notice>}
      <div className="table-frame" tabIndex={0} role="region" aria-label={text('tests.result')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('tests.kind')}</th>
              <th scope="col">{text('tests.verdict.right')}</th>
              <th scope="col">{text('tests.verdict.wrong')}</th>
              <th scope="col">{text('tests.verdict.missing')}</th>
            </tr>
          </thead>
          <tbody>
            {[{ kind: text('tests.all'), ...data.counts }, ...data.kinds.filter(({ kind }) => kind !== null)].map(
              ({ kind, right, wrong, missing }) => (
                <tr key={kind}>
                  <th scope="row">
                    <bdi>{kind}</bdi>
                  </th>
                  <td>{right}</td>
                  <td>{wrong}</td>
                  <td>{missing}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {data.findings.length === 0 && !isRunning(data) && !data.failure && <p>{text('tests.noFindings')}</p>}
      <ul className="gaps">
        {data.findings.map((finding) => (
          <FindingItem key={`${finding.id} ${finding.model}`} finding={finding} onPassage={setPassage} />
        ))}
      </ul>
      {passage && <PassageDialog agent={agent} place={passage} onClose={() => setPassage(null)} />}
    </section>
  );
}

function FindingItem({ finding, onPassage }: { finding: Finding; onPassage: (place: Place) => void }): ReactNode {
  const text = useText();
  return (
    <li className="gap">
      <h3 dir="auto">{finding.question}</h3>
      <p>
        <span className={`state ${finding.verdict}`}>{text(`tests.verdict.${finding.verdict}`)}</span>{' '}
        <span className="soft">
          {text('tests.expected', {
            expected: text(`tests.expect.${finding.expect}`),
            outcome: text(`try.outcome.${finding.outcome}`),
          })}
        </span>
      </p>
      {finding.problem && <p className="wrong">{finding.problem}</p>}
      <p dir="auto">{finding.content}</p>
      {finding.citations.map((citation) => (
        <Button key={`${citation.sourceId} ${citation.start}`} look="quiet" onPress={() => onPassage(citation)}>
          <bdi>{citation.title}</bdi>
        </Button>
      ))}
    </li>
  );
}
