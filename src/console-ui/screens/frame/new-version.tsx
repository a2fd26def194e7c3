import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../kit';
import { useText } from '../../words/words';

const EVERY_MS = 5 * 60_000;

/** A bar once the service has another build than this page. Assets of this build stay for a while, so nothing is forced. */
export function NewVersion(): ReactNode {
  const text = useText();
  const { data: build } = useQuery({
    queryKey: ['build'],
    queryFn: async () => {
      const response = await fetch('/app/build.json');
      return response.ok ? ((await response.json()) as { build: string }).build : null;
    },
    initialData: document.documentElement.dataset['build'] ?? null,
    refetchInterval: EVERY_MS,
    refetchOnReconnect: 'always',
    refetchOnWindowFocus: true,
    retry: false,
  });
  if (!build || build === document.documentElement.dataset['build']) return null;
  return (
    <div className="new-version" role="status">
      {text('app.reload')} <Button onPress={() => location.reload()}>{text('app.reloadNow')}</Button>
    </div>
  );
}
