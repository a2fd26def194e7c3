import { type ReactNode, useEffect, useState } from 'react';
import { isProblem } from '../api/problems';
import { useText } from '../words/words';
import { Button } from './button';

interface Props {
  /** The refusal of the last try. Where it names a time to wait, the button counts down. */
  problem: unknown;
  isPending: boolean;
  look?: 'primary' | 'plain';
  isDisabled?: boolean;
  children: ReactNode;
}

export function SubmitButton({ problem, isPending, look = 'primary', isDisabled = false, children }: Props): ReactNode {
  const text = useText();
  const seconds = useSecondsToWait(problem);
  return (
    <Button look={look} type="submit" isPending={isPending} isDisabled={isDisabled || seconds > 0}>
      {seconds > 0 ? text('app.waitFor', { seconds }) : children}
    </Button>
  );
}

/** Whole seconds until another try makes sense, counted down. */
export function useSecondsToWait(problem: unknown): number {
  const waitMs = isProblem(problem) ? problem.retryAfterMs : null;
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (waitMs === null) return setSeconds(0);
    const end = performance.now() + waitMs;
    const tick = (): void => setSeconds(Math.max(0, Math.ceil((end - performance.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [problem, waitMs]);
  return seconds;
}
