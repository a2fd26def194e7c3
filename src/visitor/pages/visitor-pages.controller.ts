import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NotFound } from '../../common/errors/domain-error';
import { currentRequest } from '../../common/request/request-context';
import { OutsideApi } from '../../common/registry/operation.route';
import { sendFile } from '../../common/http/sent-file';
import { VisitorFiles } from './visitor-files';
import { type PageRequest, type SentDocument, VisitorPagesService } from './visitor-pages.service';

const WHY = 'loaded by the browsers of visitors: public, and writes nothing';
const NO_INDEX = 'noindex, nofollow';
const A_YEAR = 'public, max-age=31536000, immutable';

/** What the browsers of visitors load: the loader, the frame, the page of its own, and their files. */
@ApiExcludeController()
@Controller()
export class VisitorPagesController {
  constructor(
    private readonly pages: VisitorPagesService,
    private readonly files: VisitorFiles,
  ) {}

  @Get('widget.js')
  @OutsideApi(WHY)
  loader(@Req() request: Request, @Res() response: Response): void {
    ofAnySite(response);
    // Tags with `crossorigin`, and modules, load with CORS.
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' });
    sendFile(request, response, this.files.widget);
  }

  @Get('assets/:name')
  @OutsideApi(WHY)
  asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): void {
    const found = this.files.find(name);
    const file = found ?? this.files.substitute(name);
    if (!file) throw new NotFound();
    plainly(response);
    response.set({ 'Cache-Control': found ? A_YEAR : 'no-store', 'X-Robots-Tag': NO_INDEX });
    sendFile(request, response, file);
  }

  @Get('widget/:agentId')
  @OutsideApi(WHY)
  async frame(@Param('agentId') agentId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    send(response, await this.pages.frame(agentId, pageRequestOf(request)));
  }

  @Get('widget/:agentId/launcher.js')
  @OutsideApi(WHY)
  async launcher(@Param('agentId') agentId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const script = await this.pages.launcher(agentId, pageRequestOf(request));
    ofAnySite(response);
    response.vary('Accept-Language, Referer').set('Cache-Control', 'private, max-age=60');
    response.type('text/javascript; charset=utf-8');
    if (script === null) response.status(403).send('// This site is not among the allowedDomains of the agent.\n');
    else response.send(script);
  }

  @Get('widget/:agentId/refusal.js')
  @OutsideApi(WHY)
  async refusal(@Param('agentId') agentId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const script = await this.pages.refusal(agentId, pageRequestOf(request));
    ofAnySite(response);
    response.set('Cache-Control', 'no-store').type('text/javascript; charset=utf-8').send(script);
  }

  @Get('c/:agentId')
  @OutsideApi(WHY)
  async page(@Param('agentId') agentId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    send(response, await this.pages.page(agentId, pageRequestOf(request)));
  }

  @Get('c/:agentId/theme.css')
  @OutsideApi(WHY)
  async theme(
    @Param('agentId') agentId: string,
    @Query('v') version: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const theme = await this.pages.theme(agentId);
    plainly(response);
    // Another version is that of a page from before the last change: it gets today's colours and asks again.
    const cached = version === theme.version ? A_YEAR : 'public, max-age=60';
    response.set({ 'Cache-Control': cached, 'X-Robots-Tag': NO_INDEX });
    response.type('text/css; charset=utf-8').send(theme.css);
  }

  @Get('c/:agentId/icon.svg')
  @OutsideApi(WHY)
  async icon(@Param('agentId') agentId: string, @Res() response: Response): Promise<void> {
    const icon = await this.pages.icon(agentId);
    plainly(response);
    response.set({
      'Cache-Control': 'public, max-age=3600',
      'Content-Security-Policy': "default-src 'none'",
      'X-Robots-Tag': NO_INDEX,
    });
    response.type('image/svg+xml').send(icon);
  }

  @Get('sitemap.xml')
  @OutsideApi(WHY)
  async sitemap(@Res() response: Response): Promise<void> {
    const { servedDomain } = currentRequest();
    if (!servedDomain) throw new NotFound();
    const sitemap = await this.pages.sitemap(servedDomain.agentId, servedDomain.domain);
    response.set('Cache-Control', 'public, max-age=3600').type('application/xml').send(sitemap);
  }

  /** What is not to be indexed says so itself, which a crawler that is kept out could not see. */
  @Get('robots.txt')
  @OutsideApi(WHY)
  robots(@Res() response: Response): void {
    response.set('Cache-Control', 'public, max-age=3600').type('text/plain').send('User-agent: *\nDisallow: /api/\n');
  }
}

function pageRequestOf({ query, headers }: Request): PageRequest {
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  const values = {
    locale: text(query['locale']) ?? text(query['lang']),
    theme: text(query['theme']),
    question: text(query['q']),
    acceptLanguage: headers['accept-language'],
    referer: headers.referer,
    domain: currentRequest().servedDomain?.domain,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Made for this visitor and this hour, by the ticket in it. */
function send(response: Response, { status, body, headers }: SentDocument): void {
  plainly(response);
  response
    .status(status)
    .set({ ...headers, 'Cache-Control': 'no-store', 'Referrer-Policy': 'strict-origin-when-cross-origin' })
    .type('html')
    .send(body);
}

function plainly(response: Response): void {
  response.set('X-Content-Type-Options', 'nosniff');
}

/** Scripts of our own for pages of others, also of those that require this header (COEP). */
function ofAnySite(response: Response): void {
  plainly(response);
  response.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'X-Robots-Tag': NO_INDEX });
}
