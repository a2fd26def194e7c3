import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isUuid } from '../common/database/uuid';
import { NotFound } from '../common/errors/domain-error';
import { contentSecurityPolicy } from '../common/http/content-security';
import { sendFile } from '../common/http/sent-file';
import { OutsideApi } from '../common/registry/operation.route';
import { consoleDocument } from './console-document';
import { Settings } from '../config/load-settings';
import { LOOK_POLICY, LookPreviewService } from '../visitor/pages/look-preview.service';
import { ConsoleFiles } from './console-files';
import { PREVIEW_LANGUAGES, previewDocument, type PreviewLanguage } from './preview-document';

const WHY = 'loaded by the browsers of members: it has no data of a person, and writes nothing';
const DOCUMENT_POLICY = contentSecurityPolicy(
  ['blob:'],
  "'none'",
  "'none'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "font-src 'self'",
);
/** The loader's rules, as docs/visitors.md gives them to customers. */
const PREVIEW_POLICY = contentSecurityPolicy(['data:'], "'none'", 'parley', "frame-src 'self'");
const AN_HOUR = 'public, max-age=3600';
const A_YEAR = 'public, max-age=31536000, immutable';

/** The console's document, its files, and the addresses in mails that lead to it. */
@ApiExcludeController()
@Controller()
export class ConsoleController {
  constructor(
    private readonly files: ConsoleFiles,
    private readonly settings: Settings,
    private readonly looks: LookPreviewService,
  ) {}

  @Get('app/assets/:name')
  @OutsideApi(WHY)
  asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): void {
    const file = this.files.find(name);
    if (!file) throw new NotFound();
    response.set({ 'Cache-Control': A_YEAR, 'X-Content-Type-Options': 'nosniff', 'X-Robots-Tag': 'noindex' });
    sendFile(request, response, file);
  }

  /** An open console asks here whether the service has a newer build. */
  @Get('app/build.json')
  @OutsideApi(WHY)
  build(@Res() response: Response): void {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    response.json({ build: this.files.manifest.build });
  }

  /** The widget of an agent on a page of its own, before it stands on the customer's. */
  @Get('app/preview/:agentId')
  @OutsideApi(WHY)
  preview(@Param('agentId') agentId: string, @Req() request: Request, @Res() response: Response): void {
    if (!isUuid(agentId)) throw new NotFound();
    const language = (request.acceptsLanguages(...PREVIEW_LANGUAGES) || 'en') as PreviewLanguage;
    response
      .set({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': PREVIEW_POLICY,
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex, nofollow',
      })
      .vary('Accept-Language')
      .type('html')
      .send(previewDocument(agentId, this.settings.values.PUBLIC_URL, language, this.files.manifest.style));
  }

  /** What visitors see, in a frame of the console, with values that are not saved yet. */
  @Get('app/look')
  @OutsideApi(WHY)
  look(@Query() query: Record<string, unknown>, @Req() { headers }: Request, @Res() response: Response): void {
    const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
    const body = this.looks.document({
      surface: query['surface'] === 'page' ? 'page' : 'widget',
      locale: text(query['locale']),
      theme: text(query['theme']),
      acceptLanguage: headers['accept-language'],
    });
    response
      .set({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': LOOK_POLICY,
        'Permissions-Policy': 'microphone=(), camera=(), geolocation=()',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex, nofollow',
      })
      .vary('Accept-Language')
      .type('html')
      .send(body);
  }

  @Get('app/look/theme.css')
  @OutsideApi(WHY)
  lookTheme(@Query('accent') accent: unknown, @Res() response: Response): void {
    const css = this.looks.theme(typeof accent === 'string' ? accent : '');
    response.set({ 'Cache-Control': AN_HOUR, 'X-Content-Type-Options': 'nosniff', 'X-Robots-Tag': 'noindex' });
    response.type('text/css; charset=utf-8').send(css);
  }

  @Get(['app', 'app/*path'])
  @OutsideApi(WHY)
  document(@Res() response: Response): void {
    response
      .set({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': DOCUMENT_POLICY,
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Permissions-Policy': 'microphone=(), camera=(), geolocation=()',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex, nofollow',
      })
      .type('html')
      .send(consoleDocument(this.files.manifest));
  }

  /** Mails name these addresses. The token is in the fragment, which the browser keeps across the redirect. */
  @Get(['verify-email', 'reset-password', 'accept-invitation'])
  @OutsideApi(WHY)
  mailed(@Req() { path }: Request, @Res() response: Response): void {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).redirect(302, `/app${path}`);
  }
}
