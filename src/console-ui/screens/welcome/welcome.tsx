import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { mayUse } from '../../api/roles';
import {
  Button,
  Form,
  FormProblem,
  LinkButton,
  Loading,
  Notice,
  Problem,
  Screen,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { AddFiles } from '../agents/add-files';
import { useCreateAgent } from '../agents/agent-list';
import { type Agent, agentsQuery, type Source, sourcesQuery } from '../agents/queries';
import { SourceFailure } from '../agents/source-failure';
import { AddSource } from '../agents/source-form';
import { useOwnMember } from '../frame/session';
import { Ask } from './ask';
import { agentOfWelcome, type Step, stepOf, STEPS } from './progress';
import { Share } from './share';

/** From nothing to an answer with its source. It goes on where the data says, and each step can be skipped. */
export function Welcome(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const isAdmin = mayUse(useOwnMember(workspaceId).role, 'createAgent');
  const { data: agents, error, refetch } = useQuery(agentsQuery(workspaceId));
  const agent = agents ? agentOfWelcome(agents) : null;
  return (
    <Screen
      title={text('welcome.title')}
      actions={
        <LinkButton to={`/w/${workspaceId}`} look="quiet">
          {text('welcome.skip')}
        </LinkButton>
      }
    >
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!agents && !error && <Loading />}
      {agents && !isAdmin && <Notice>{text('agents.readOnly')}</Notice>}
      {agents && isAdmin && !agent && (
        <Steps step="agent">
          <NewAgent workspaceId={workspaceId} />
        </Steps>
      )}
      {agent && isAdmin && <WithAgent key={agent.id} agent={agent} />}
    </Screen>
  );
}

function Steps({ step, children }: { step: Step; children: ReactNode }): ReactNode {
  const text = useText();
  return (
    <div className="welcome">
      <ol className="welcome-steps">
        {STEPS.map((name) => (
          <li key={name} {...(name === step && { 'aria-current': 'step' as const })}>
            {text(`welcome.step.${name}`)}
          </li>
        ))}
      </ol>
      <section className="part" aria-labelledby="step-title">
        <h2 id="step-title">{text(`welcome.heading.${step}`)}</h2>
        {children}
      </section>
    </div>
  );
}

function NewAgent({ workspaceId }: { workspaceId: string }): ReactNode {
  const text = useText();
  const [name, setName] = useState('');
  const [website, setWebsite] = useState('');
  const create = useCreateAgent(workspaceId, () => undefined);
  return (
    <Form
      problem={create.error}
      onSubmit={() => create.mutate({ name, status: 'draft', ...(website.trim() && { website: website.trim() }) })}
    >
      <TextField
        label={text('agents.name')}
        help={text('welcome.nameHelp')}
        name="name"
        value={name}
        onChange={setName}
        isRequired
        maxLength={255}
        autoFocus
      />
      <TextField
        label={text('welcome.website')}
        name="website"
        type="url"
        placeholder="https://www.example.com"
        value={website}
        onChange={setWebsite}
        maxLength={2048}
      />
      <FormProblem problem={create.error} />
      <div>
        <Button look="primary" type="submit" isPending={create.isPending}>
          {text('welcome.next')}
        </Button>
      </div>
    </Form>
  );
}

function WithAgent({ agent }: { agent: Agent }): ReactNode {
  const { data, error, refetch } = useInfiniteQuery(sourcesQuery(agent));
  // A skip counts for this visit: the next one goes on where the data says.
  const [skippedTo, setSkippedTo] = useState<Step | null>(null);
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const sources = data.pages.flatMap((page) => page.sources);
  const reached = stepOf({ agents: [agent], sources });
  const step = skippedTo && STEPS.indexOf(skippedTo) > STEPS.indexOf(reached) ? skippedTo : reached;
  return (
    <Steps step={step}>
      {step === 'knowledge' && (
        <Knowledge
          agent={agent}
          failed={sources[0]?.status === 'failed' ? sources[0] : null}
          onSkip={() => setSkippedTo('ask')}
        />
      )}
      {step === 'ask' && <Ask agent={agent} sources={sources} onSkip={() => setSkippedTo('share')} />}
      {step === 'share' && <Share agent={agent} />}
    </Steps>
  );
}

interface KnowledgeProps {
  agent: Agent;
  failed: Source | null;
  onSkip: () => void;
}

function Knowledge({ agent, failed, onSkip }: KnowledgeProps): ReactNode {
  const text = useText();
  return (
    <>
      {failed?.failure && (
        <Notice kind="warning">
          <bdi>{failed.name}</bdi>: <SourceFailure of={failed.failure} />
        </Notice>
      )}
      <Tabs>
        <TabList aria-label={text('welcome.heading.knowledge')}>
          <Tab id="url">{text('source.type.url')}</Tab>
          <Tab id="sitemap">{text('source.type.sitemap')}</Tab>
          <Tab id="files">{text('knowledge.files')}</Tab>
          <Tab id="text">{text('source.type.text')}</Tab>
        </TabList>
        {(['url', 'sitemap', 'text'] as const).map((type) => (
          <TabPanel key={type} id={type}>
            <AddSource agent={agent} type={type} onAdded={() => undefined} />
          </TabPanel>
        ))}
        <TabPanel id="files">
          <AddFiles agent={agent} />
        </TabPanel>
      </Tabs>
      <div>
        <Button look="quiet" onPress={onSkip}>
          {text('welcome.skipStep')}
        </Button>
      </div>
    </>
  );
}
