import type { Settings } from '../config/load-settings';
import { ApiClient } from './api-client';
import type { DemoState } from './demo-state';
import type { MailServer } from './mail-server';
import type { Screen } from './screen';

/** The context of every step of the demonstration. */
export interface Demonstration {
  screen: Screen;
  api: ApiClient;
  state: DemoState;
  mail: MailServer;
  publicUrl: string;
  mcpUrl: string;
  /** Aborts when the process shall end. */
  signal: AbortSignal;
}

export function demonstration(
  { baseUrl, mcpUrl, values: { PUBLIC_URL } }: Settings,
  others: Pick<Demonstration, 'screen' | 'state' | 'mail' | 'signal'>,
): Demonstration {
  return { ...others, api: new ApiClient(baseUrl), publicUrl: PUBLIC_URL, mcpUrl };
}

export type RequestHeaders = Record<string, string>;
