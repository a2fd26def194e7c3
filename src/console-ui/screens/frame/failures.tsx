import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkButton, Problem, Screen } from '../../kit';
import { useText } from '../../words/words';

/** An address that is no screen, or a record that the reader may not see: the two look alike. */
export function NotFound(): ReactNode {
  const text = useText();
  return (
    <Screen title={text('app.notFound')}>
      <p>{text('app.notFoundHelp')}</p>
      <p>
        <LinkButton to="/">{text('app.toStart')}</LinkButton>
      </p>
    </Screen>
  );
}

/** A screen that threw. The rail stays, and the screen can be tried again. */
export function Failed({ error, reset }: ErrorComponentProps): ReactNode {
  const text = useText();
  return (
    <Screen title={text('app.wentWrong')}>
      <Problem problem={error} onRetry={reset} />
    </Screen>
  );
}
