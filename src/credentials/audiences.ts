import { Injectable } from '@nestjs/common';
import { type Audience, audienceUrls } from '../common/request/audience';
import { Settings } from '../config/load-settings';
import { AudienceUnknown } from './credentials.errors';

/** The addresses that credentials are meant for, as callers name them. */
@Injectable()
export class Audiences {
  private readonly urls: Readonly<Record<Audience, string>>;

  constructor(settings: Settings) {
    this.urls = audienceUrls(settings);
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
