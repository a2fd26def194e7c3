import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { OutsideApi, ReadsBody } from '../../../common/registry/operation.route';
import { FormMailService } from './form-mail.service';
import { PostmarkMailService } from './postmark-mail.service';
import { RailsMailService } from './rails-mail.service';
import { ResendMailService } from './resend-mail.service';
import { SesMailService } from './ses-mail.service';
import { vendorRequest } from './vendor-request';

interface Taken {
  inboundMailId: string;
}

/**
 * Receives emails from services that receive email for others. Each proves itself in its own way. The response is 202 as soon as the email
 * is stored, also for one that is too large. It is never 403 or 406, after which Postmark and Mailgun do not try again.
 */
@ApiExcludeController()
@Controller('internal/mail/inbound')
export class VendorMailController {
  constructor(
    private readonly postmarks: PostmarkMailService,
    private readonly forms: FormMailService,
    private readonly notifications: SesMailService,
    private readonly events: ResendMailService,
    private readonly relays: RailsMailService,
  ) {}

  @Post('postmark')
  @HttpCode(202)
  @ReadsBody()
  @OutsideApi('called by Postmark, which sends MAIL_INBOUND_SECRET')
  async postmark(@Req() request: Request): Promise<Taken> {
    return { inboundMailId: await this.postmarks.take(vendorRequest(request)) };
  }

  @Post('sendgrid')
  @HttpCode(202)
  @ReadsBody()
  @OutsideApi('called by SendGrid, which sends MAIL_INBOUND_SECRET')
  async sendgrid(@Req() request: Request): Promise<Taken> {
    return { inboundMailId: await this.forms.takeFromSendgrid(vendorRequest(request)) };
  }

  @Post('mailgun')
  @HttpCode(202)
  @ReadsBody()
  @OutsideApi('called by Mailgun, which signs a token')
  async mailgun(@Req() request: Request): Promise<Taken> {
    return { inboundMailId: await this.forms.takeFromMailgun(vendorRequest(request)) };
  }

  /** `inboundMailId` is null for messages of Amazon SNS that bring no email. */
  @Post('ses')
  @HttpCode(202)
  @ReadsBody()
  @OutsideApi('called by Amazon SNS, which signs its messages')
  async ses(@Req() request: Request): Promise<{ inboundMailId: string | null }> {
    return { inboundMailId: await this.notifications.take(vendorRequest(request)) };
  }

  /** `inboundMailId` is null for other events than a received email. */
  @Post('resend')
  @HttpCode(202)
  @ReadsBody()
  @OutsideApi('called by Resend, which signs its events')
  async resend(@Req() request: Request): Promise<{ inboundMailId: string | null }> {
    return { inboundMailId: await this.events.take(vendorRequest(request)) };
  }

  @Post('rails')
  @HttpCode(202)
  @ReadsBody()
  @OutsideApi('called by the relay of Action Mailbox, which sends MAIL_INBOUND_SECRET')
  async rails(@Req() request: Request): Promise<Taken> {
    return { inboundMailId: await this.relays.take(vendorRequest(request)) };
  }
}
