import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isProblem } from '../api/problems';
import { useText } from '../words/words';
import { Button } from './button';
import { Icon } from './icon';

/** Everything beside the rail. Its heading gets the focus when the screen opens. */
export function Screen({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Parley`;
    heading.current?.focus();
  }, [title]);
  return (
    <main className="screen" id="content">
      <header className="screen-header">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="screen-actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
}

/** Until data is there; nothing in the first 150 ms, since most data comes sooner. `rows`: the height of the final layout. */
export function Loading({ rows = 3 }: { rows?: number }): ReactNode {
  const text = useText();
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (!visible) return null;
  return (
    <div className="skeleton" role="status" aria-label={text('app.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}

/** A list without rows: a sentence, and what to do. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A fact that the reader has to know. */
export function Notice({ kind = 'info', children }: { kind?: 'info' | 'warning'; children: ReactNode }): ReactNode {
  return (
    <div className={`notice ${kind}`} role="note">
      {kind === 'warning' && <Icon name="warning" />}
      <div>{children}</div>
    </div>
  );
}

/** What could not be read. The rest of the screen stays usable. */
export function Problem({ problem, onRetry }: { problem: unknown; onRetry?: () => void }): ReactNode {
  const text = useText();
  const requestId = isProblem(problem) ? problem.requestId : null;
  const message = isProblem(problem)
    ? problem.status === 404
      ? text('app.notFound')
      : problem.message
    : text('app.wentWrong');
  return (
    <div className="problem" role="alert">
      <Icon name="warning" />
      <p>{message}</p>
      {onRetry && <Button onPress={onRetry}>{text('app.tryAgain')}</Button>}
      {requestId && <small>{text('app.requestId', { id: requestId })}</small>}
    </div>
  );
}
