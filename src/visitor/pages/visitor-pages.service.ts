import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { NotFound } from '../../common/errors/domain-error';
import type { Surface } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';
import { CustomDomainsService } from '../../domains/custom-domains.service';
import { VisitorAgentsService } from '../agents/visitor-agents.service';
import type { PublicAgent, ShownAgent } from '../agents/visitor-agent.types';
import { VisitorSitesService } from '../sites/visitor-sites.service';
import { VisitorTicketsService } from '../sites/visitor-tickets.service';
import { accentColors, themeCss } from './accent';
import { contentSecurityPolicy } from '../../common/http/content-security';
import { chatDocument, iconSvg, plainDocument } from './documents';
import { dataBlock, escaped } from '../../common/http/escaped';
import { openLabel, shownAgent, usesMicrophone } from './shown-agent';
import { VisitorFiles } from './visitor-files';
import { visitorLanguage, type VisitorLanguage, wishedLocale } from './visitor-language';

/** Of base.css: what browsers paint around the page. */
const PANEL = { light: '#ffffff', dark: '#131418' };
const THEMES = ['system', 'light', 'dark'];
const TICKET_SECONDS = 15 * 60;
/** In characters: of a few hundred documents. */
const MOST_RENDERED = 8_388_608;
const NO_INDEX = { 'X-Robots-Tag': 'noindex, nofollow' };

export interface PageRequest {
  /** By the page, the loader or the address. */
  locale?: string;
  theme?: string;
  question?: string;
  acceptLanguage?: string;
  referer?: string;
  /** The customer's own host name, where the request was sent to one. */
  domain?: string;
}

export interface SentDocument {
  status: 200 | 403 | 404;
  body: string;
  headers: Record<string, string>;
}

/** What the service sends to visitors' browsers besides the API. Nothing here writes. */
@Injectable()
export class VisitorPagesService {
  private readonly origin: string;
  /** Documents without their tickets, by all that they are made of: most visitors get the same one. */
  private readonly rendered = new LRUCache<string, [beforeTicket: string, afterTicket: string]>({
    maxSize: MOST_RENDERED,
    sizeCalculation: ([before, after], key) => key.length + before.length + after.length,
  });

  constructor(
    private readonly agents: VisitorAgentsService,
    private readonly sites: VisitorSitesService,
    private readonly tickets: VisitorTicketsService,
    private readonly files: VisitorFiles,
    private readonly domains: CustomDomainsService,
    private readonly settings: Settings,
  ) {
    this.origin = new URL(settings.visitorUrl).origin;
  }

  /** The document of the frame. */
  async frame(agentId: string, request: PageRequest): Promise<SentDocument> {
    const shown = await this.find(agentId, 'widget', request);
    if (!shown) return this.nothingHere(request);
    const site = this.siteOf(request);
    if (site !== null && !this.sites.allows(shown.allowedDomains, site)) return this.notForSite(site);
    const headers = {
      ...this.headers(shown.agent, this.sites.frameAncestors(shown.allowedDomains)),
      ...inIsolatedPages(shown.agent.logoUrl),
      ...NO_INDEX,
    };
    const { theme = '', ...rest } = request;
    const wished = THEMES.includes(theme) ? { ...rest, theme } : rest;
    return { status: 200, body: this.document(shown, 'widget', wished, site), headers };
  }

  /** The page of its own. */
  async page(agentId: string, request: PageRequest): Promise<SentDocument> {
    const shown = await this.find(agentId, 'page', request);
    if (!shown) return this.nothingHere(request);
    const { theme: _ofFrames, ...wished } = request;
    // Search engines get one address, by any address that they request.
    const main = shown.indexable ? await this.domains.mainOf(shown.workspaceId, agentId) : null;
    const headers = {
      ...this.headers(shown.agent, "'none'"),
      'Cross-Origin-Opener-Policy': 'same-origin',
      ...(!shown.indexable && NO_INDEX),
    };
    return {
      status: 200,
      body: this.document(shown, 'page', { ...wished, ...(main !== null && { domain: main }) }, null),
      headers,
    };
  }

  /** Of a customer's own host name: its one page, where search engines may list it. @throws NotFound 404 */
  async sitemap(agentId: string, domain: string): Promise<string> {
    const { indexable, workspaceId } = await this.agents.require(agentId, 'page');
    if (!indexable) throw new NotFound();
    const main = (await this.domains.mainOf(workspaceId, agentId)) ?? domain;
    return (
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` +
      `<url><loc>https://${escaped(main)}/</loc></url></urlset>\n`
    );
  }

  /** How the button looks, as a script that tells its own element. null: not for this site. @throws NotFound 404 */
  async launcher(agentId: string, request: PageRequest): Promise<string | null> {
    const shown = await this.find(agentId, 'widget', request);
    if (!shown) throw new NotFound();
    const site = this.siteOf(request);
    if (site !== null && !this.sites.allows(shown.allowedDomains, site)) return null;
    const { agent } = shown;
    const { dir, dictionary } = this.language(agent.locale);
    const words = this.files.words(dictionary);
    const { accent, onAccent, edge } = accentColors(agent.accentColor);
    const look = {
      accent,
      onAccent,
      edge: edge.light,
      position: agent.bubblePosition,
      openLabel: openLabel(agent, words),
      closeLabel: words['close'],
      title: agent.displayName || openLabel(agent, words),
      dir,
      microphone: usesMicrophone(agent),
    };
    return answerScript(look);
  }

  /**
   * The reason that `launcher` refuses, as a script too: browsers show a page nothing of a script that failed. Its
   * detail is the end of a sentence that begins with the agent, or an empty string if nothing is refused. Sites that are
   * not the agent's learn only that.
   */
  async refusal(agentId: string, request: PageRequest): Promise<string> {
    const state = await this.agents.stateOf(agentId);
    const site = this.siteOf(request);
    if (state === null) return answerScript('is unknown.');
    if (site !== null && !this.sites.allows(state.allowedDomains, site))
      return answerScript(`is not for ${new URL(site).host}, which is not among its allowedDomains.`);
    if (!state.answers) return answerScript('is not active.');
    return answerScript(state.widgetEnabled ? '' : 'has its widget switched off (widgetEnabled).');
  }

  /** @throws NotFound 404 */
  async theme(agentId: string): Promise<{ css: string; version: string }> {
    const css = themeCss(accentColors((await this.requireAny(agentId)).accentColor));
    return { css, version: versionOf(css) };
  }

  /** @throws NotFound 404 */
  async icon(agentId: string): Promise<string> {
    const { displayName, accentColor } = await this.requireAny(agentId);
    return iconSvg(displayName, accentColors(accentColor));
  }

  private document(shown: ShownAgent, surface: Surface, request: PageRequest, site: string | null): string {
    const [before, after] = this.partsOf(shown, surface, request);
    return before + this.tickets.issue({ agentId: shown.agent.id, surface, site }) + after;
  }

  private partsOf(shown: ShownAgent, surface: Surface, request: PageRequest): [string, string] {
    const { theme, question, domain } = request;
    // A question is one visitor's own.
    if (question !== undefined) return this.render(shown, surface, request);
    const key = JSON.stringify([surface, shown, theme, domain]);
    const known = this.rendered.get(key);
    if (known) return known;
    const parts = this.render(shown, surface, request);
    this.rendered.set(key, parts);
    return parts;
  }

  private render({ agent, indexable }: ShownAgent, surface: Surface, request: PageRequest): [string, string] {
    const language = this.language(agent.locale);
    const words = this.files.words(language.dictionary);
    const below = `/c/${agent.id}`;
    const version = versionOf(themeCss(accentColors(agent.accentColor)));
    const icon = agent.logoUrl ?? `${below}/icon.svg`;
    return chatDocument({
      surface,
      agentId: agent.id,
      agent: shownAgent(agent, words, this.files.words('en')),
      language,
      words,
      theme: request.theme ?? agent.chatPageTheme,
      styles: [`/assets/${this.files.names.style}`, `${below}/theme.css?v=${version}`],
      script: `/assets/${this.files.names.app}`,
      api: '/api/v1',
      ticketSeconds: TICKET_SECONDS,
      sendsMail: this.settings.sendsMail,
      question: surface === 'page' ? (request.question ?? '').slice(0, 4_000) : '',
      page:
        surface === 'page'
          ? {
              address: request.domain ? `https://${request.domain}/` : this.origin + below,
              icon,
              indexable,
              themeColors: PANEL,
            }
          : null,
    });
  }

  private language(locale: string): VisitorLanguage {
    return visitorLanguage(locale, this.files.languages);
  }

  private headers(agent: PublicAgent, ancestors: string): Record<string, string> {
    // Images of messages are blobs, since a request for them needs a header.
    const images = ['blob:', ...(agent.logoUrl === null ? [] : [new URL(agent.logoUrl).origin])];
    return {
      'Content-Security-Policy': contentSecurityPolicy(images, ancestors),
      'Permissions-Policy': `microphone=${usesMicrophone(agent) ? '(self)' : '()'}, camera=(), geolocation=()`,
    };
  }

  /** Alike for what is unknown, not active, leaving or switched off. */
  private nothingHere(request: PageRequest): SentDocument {
    const language = this.language(this.wish(request));
    return this.plain(404, String(this.files.words(language.dictionary)['nothingHere']), language);
  }

  /** For the site's developer, who is the first to see it. */
  private notForSite(site: string): SentDocument {
    const sentence = `${new URL(site).host} is not among the sites that may show this chat (allowedDomains of the agent).`;
    return this.plain(403, sentence, this.language('en'));
  }

  private plain(status: 403 | 404, sentence: string, language: VisitorLanguage): SentDocument {
    const body = plainDocument(sentence, language, `/assets/${this.files.names.style}`);
    // It may stand in a frame of any site: it has nothing to press.
    return {
      status,
      body,
      headers: { 'Content-Security-Policy': contentSecurityPolicy([], '*'), ...inIsolatedPages(null), ...NO_INDEX },
    };
  }

  private find(agentId: string, surface: Surface, request: PageRequest): Promise<ShownAgent | null> {
    return this.agents.require(agentId, surface, this.wish(request)).catch(nullIfNotFound);
  }

  private async requireAny(agentId: string): Promise<PublicAgent> {
    const widget = await this.agents.require(agentId, 'widget').catch(nullIfNotFound);
    return (widget ?? (await this.agents.require(agentId, 'page'))).agent;
  }

  private wish({ locale, acceptLanguage }: PageRequest): string {
    return wishedLocale(locale, acceptLanguage, this.files.languages);
  }

  /** Origin of the page around the frame; null where the browser does not say, or where the frame itself asks again. */
  private siteOf({ referer, domain }: PageRequest): string | null {
    if (referer === undefined || !URL.canParse(referer)) return null;
    const { origin } = new URL(referer);
    return origin === 'null' || this.sites.isOwn(origin) || origin === `https://${domain}` ? null : origin;
  }
}

/**
 * A page with COEP frames only documents that have both headers. `require-corp` would block the logo from another origin,
 * and Safari does not know `credentialless`.
 */
function inIsolatedPages(logoUrl: string | null): Record<string, string> {
  return {
    'Cross-Origin-Embedder-Policy': logoUrl === null ? 'require-corp' : 'credentialless',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

/** Tells its own script element, even if an element of the page is called `currentScript`. */
function answerScript(answer: unknown): string {
  const element = 'Reflect.get(Document.prototype,"currentScript",document)';
  return `${element}.dispatchEvent(new CustomEvent("parley",{detail:${dataBlock(answer)}}))`;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
