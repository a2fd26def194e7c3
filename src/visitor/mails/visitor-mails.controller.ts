import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { OutsideApi, ReadsBody } from '../../common/registry/operation.route';
import { mailWords, type SpokenWords } from './mail-words';
import { VisitorMailStopsService } from './visitor-mail-stops.service';

const WHY = 'opened from a mail by its recipient: its token is the proof, and all that it can do is to end such mails';

/** Where the links in mails to visitors lead. A link alone changes nothing, as programs open links that no person has pressed. */
@ApiExcludeController()
@Controller('visitor-mails/stop')
export class VisitorMailsController {
  constructor(private readonly stops: VisitorMailStopsService) {}

  @Get()
  @OutsideApi(WHY)
  ask(@Query('token') token: unknown, @Query('lang') lang: unknown, @Res() response: Response): void {
    const words = mailWords(String(lang));
    const form = `<p>${words.explanation}</p><form method="post"><button>${words.button}</button></form>`;
    send(response, words, this.stops.read(String(token)) && form);
  }

  /** What mail programs send for their own button, too (RFC 8058). */
  @Post()
  @ReadsBody()
  @OutsideApi(WHY)
  async stop(@Query('token') token: unknown, @Query('lang') lang: unknown, @Res() response: Response): Promise<void> {
    const words = mailWords(String(lang));
    send(response, words, (await this.stops.stop(String(token))) ? `<p>${words.stopped}</p>` : null);
  }
}

/** `body` null: the page says that the link is not valid. */
function send(response: Response, { language, title, unknown }: SpokenWords, body: string | null): void {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  response
    .status(body === null ? 404 : 200)
    .set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex, nofollow',
    })
    .type('html')
    .send(
      `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><main><h1>${title}</h1>${body ?? `<p>${unknown}</p>`}</main></html>`,
    );
}
