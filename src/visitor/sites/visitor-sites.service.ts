import { Injectable } from '@nestjs/common';
import { requestIfAny } from '../../common/request/request-context';
import { Settings } from '../../config/load-settings';
import { frameAncestors, isAllowedSite } from './allowed-sites';
import { hideFromSite } from './visitor-cors';

/** Which sites an agent may be used on. It binds browsers: any other program can claim to be any site. */
@Injectable()
export class VisitorSitesService {
  private readonly own: ReadonlySet<string>;

  constructor(private readonly settings: Settings) {
    this.own = new Set([settings.values.PUBLIC_URL, settings.visitorUrl].map((url) => new URL(url).origin));
  }

  /** Whether it is the origin of the pages that this service shows, under its own name or the customer's that was asked. */
  isOwn(origin: string): boolean {
    const domain = requestIfAny()?.servedDomain?.domain;
    return this.own.has(origin) || (domain !== undefined && origin === `https://${domain}`);
  }

  /** The script of a site that may not cannot read the answer, which says why to a person who looks at it. */
  allows(sites: readonly string[], origin: string): boolean {
    if (isAllowedSite(sites, origin, this.settings.localHttp)) return true;
    const response = requestIfAny()?.response;
    if (response && !this.isOwn(origin)) hideFromSite(response);
    return false;
  }

  /** What `frame-ancestors` says on a document of the widget. */
  frameAncestors(sites: readonly string[]): string {
    return frameAncestors(sites, this.settings.localHttp);
  }
}
