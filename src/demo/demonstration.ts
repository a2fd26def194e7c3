import type { Settings } from '../config/load-settings';
import { ApiClient } from './api-client';
import { DemoState } from './demo-state';
import type { MailServer } from './mail-server';
import type { Screen } from './screen';

/** The context of every step of the demonstration. */
export interface Demonstration {
  screen: Screen;
  api: ApiClient;
  state: DemoState;
  mail: MailServer;
  publicUrl: string;
}

export function demonstration(settings: Settings, screen: Screen, mail: MailServer): Demonstration {
  const { DATA_DIR, PUBLIC_URL } = settings.values;
  return {
    screen,
    api: new ApiClient(settings.baseUrl, screen),
    state: DemoState.open(DATA_DIR),
    mail,
    publicUrl: PUBLIC_URL,
  };
}

export type RequestHeaders = Record<string, string>;
