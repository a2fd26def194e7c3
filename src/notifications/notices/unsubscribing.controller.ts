import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { OutsideApi, ReadsBody } from '../../common/registry/operation.route';
import type { MailScope } from './member-notification.types';
import { PAGE_HEADERS, unsubscribePage } from './unsubscribe-page';
import { UnsubscribingService } from './unsubscribing.service';

const WHY = 'opened from an email by people and mail programs; the token in the link is the only credential';

/** The unsubscribe link in mails. Opening it changes nothing, since programs that scan mails also open links. */
@ApiExcludeController()
@Controller('unsubscribe')
export class UnsubscribingController {
  constructor(private readonly mails: UnsubscribingService) {}

  @Get()
  @OutsideApi(WHY)
  page(@Query('token') token: unknown, @Res() response: Response): void {
    show(response, 'asks', this.mails.find(textOf(token)), textOf(token));
  }

  /** The body is ignored: it is the form of the page, or `List-Unsubscribe=One-Click`. */
  @Post()
  @OutsideApi(WHY)
  @ReadsBody()
  async unsubscribe(
    @Query('token') token: unknown,
    @Query('again') again: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const text = textOf(token);
    if (again === 'yes') show(response, 'begun', await this.mails.subscribe(text), text);
    else show(response, 'ended', await this.mails.unsubscribe(text), text);
  }
}

function show(response: Response, page: 'asks' | 'ended' | 'begun', scope: MailScope | null, token: string): void {
  response
    .status(scope ? 200 : 404)
    .set(PAGE_HEADERS)
    .type('html');
  response.send(unsubscribePage(scope ? page : 'unknown', scope, token));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
