import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NotFound } from '../../common/errors/domain-error';
import { OutsideApi } from '../../common/registry/operation.route';
import { contentSecurityPolicy } from '../../common/http/content-security';
import { DEVICES_MANIFEST, devicesDocument } from './devices-document';
import { sendFile } from '../../common/http/sent-file';
import { VisitorFiles } from './visitor-files';
import { visitorLanguage, wishedLocale } from './visitor-language';

const WHY = 'loaded by the browsers of members: it has no data of a person, and writes nothing';
const DOCUMENT_POLICY = contentSecurityPolicy(
  [],
  "'none'",
  'parley-devices',
  "worker-src 'self'",
  "manifest-src 'self'",
);

/** The page at which members turn notifications on, and the service worker that shows them. */
@ApiExcludeController()
@Controller('devices')
export class DevicesPageController {
  constructor(private readonly files: VisitorFiles) {}

  @Get()
  @OutsideApi(WHY)
  page(@Req() { query, headers }: Request, @Res() response: Response): void {
    const wanted = typeof query['lang'] === 'string' ? query['lang'] : undefined;
    const { languages, names } = this.files;
    const language = visitorLanguage(wishedLocale(wanted, headers['accept-language'], languages), languages);
    const body = devicesDocument({
      language,
      languages,
      fixed: wanted !== undefined,
      words: this.files.deviceWords(language.dictionary),
      style: `/assets/${names['devices-style']}`,
      script: `/assets/${names.devices}`,
    });
    plainly(response, 'no-store');
    response
      .set({
        'Content-Security-Policy': DOCUMENT_POLICY,
        'Permissions-Policy': 'microphone=(), camera=(), geolocation=()',
        'Referrer-Policy': 'no-referrer',
        'Cross-Origin-Opener-Policy': 'same-origin',
        Vary: 'Accept-Language',
      })
      .type('html')
      .send(body);
  }

  /** Asked for again with each registration, so that a new version of the service has its own worker at once. */
  @Get('sw.js')
  @OutsideApi(WHY)
  worker(@Req() request: Request, @Res() response: Response): void {
    plainly(response, 'no-cache');
    response.set({
      'Service-Worker-Allowed': '/devices',
      'Content-Security-Policy': "default-src 'none'; img-src 'self'",
    });
    sendFile(request, response, this.files.worker);
  }

  @Get('manifest.webmanifest')
  @OutsideApi(WHY)
  manifest(@Res() response: Response): void {
    plainly(response, 'public, max-age=3600');
    response.type('application/manifest+json').send(JSON.stringify(DEVICES_MANIFEST));
  }

  @Get(':icon')
  @OutsideApi(WHY)
  icon(@Param('icon') icon: string, @Req() request: Request, @Res() response: Response): void {
    const file = this.files.icon(icon);
    if (!file) throw new NotFound();
    plainly(response, 'public, max-age=86400');
    sendFile(request, response, file);
  }
}

function plainly(response: Response, cached: string): void {
  response.set({
    'Cache-Control': cached,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow',
  });
}
