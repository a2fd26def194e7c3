import type { ReactNode } from 'react';
import { useText } from '../../words/words';
import type { Agent } from './queries';

/** To a page with the agent's widget, in a tab of its own. */
export function TestPageLink({ agent }: { agent: Pick<Agent, 'id'> }): ReactNode {
  const text = useText();
  return (
    <p>
      <a className="link" href={`/app/preview/${agent.id}`} target="_blank" rel="noopener">
        {text('look.testPage')}
      </a>
    </p>
  );
}
