import { Injectable } from '@nestjs/common';
import { Settings } from '../config/load-settings';
import type { Audience } from './credential.types';
import { AudienceUnknown } from './credentials.errors';

/** The addresses that credentials are meant for. Stored by name, so that a service that moves keeps its credentials. */
@Injectable()
export class Audiences {
  private readonly urls: Readonly<Record<Audience, string>>;

  constructor({ baseUrl, mcpUrl }: Settings) {
    this.urls = { rest: baseUrl, mcp: mcpUrl };
  }

  urlOf(audience: Audience): string {
    return this.urls[audience];
  }

  /** Absent means REST. Anything but exactly one of the two addresses is 400. */
  named(url: string | undefined): Audience {
    if (url === undefined || url === this.urls.rest) return 'rest';
    if (url === this.urls.mcp) return 'mcp';
    throw new AudienceUnknown(Object.values(this.urls));
  }
}
