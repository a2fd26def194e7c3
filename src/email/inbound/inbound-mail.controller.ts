import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { presentedSecret } from '../../common/auth/presented-secret';
import { bytesOf } from '../../common/http/body-stream';
import { mediaTypeOf } from '../../common/http/media-type';
import { OutsideApi, ReadsBody } from '../../common/registry/operation.route';
import { Settings } from '../../config/load-settings';
import { MailMediaTypeUnsupported } from './inbound-mail.errors';
import { MailIntakeService, type MailEnvelope } from './mail-intake.service';

const MEDIA_TYPES = { 'message/rfc822': '', 'message/global': '', 'application/octet-stream': '' };

/** More than mail servers send at once. */
const MOST_RECIPIENTS = 1_000;

/**
 * Receives emails from the mail server of the installation, complete and unchanged. The response is 202 for any content, because after
 * a refusal the mail server would return the email to its sender or retry for days.
 */
@ApiExcludeController()
@Controller('internal/mail/inbound')
export class InboundMailController {
  constructor(
    private readonly intake: MailIntakeService,
    private readonly settings: Settings,
  ) {}

  @Post()
  @HttpCode(202)
  @ReadsBody()
  @OutsideApi('called by the mail server of the installation, which has its own secret')
  async take(@Req() request: Request): Promise<{ inboundMailId: string }> {
    this.intake.ensureMailServer(presentedSecret(request, '')?.secret);
    if (!Object.keys(MEDIA_TYPES).includes(mediaTypeOf(request)) || request.headers['content-encoding']) {
      throw new MailMediaTypeUnsupported();
    }
    const limitBytes = this.settings.values.MAIL_INBOUND_MAX_BYTES;
    const bytes = bytesOf(request, { mediaTypes: MEDIA_TYPES, limitBytes });
    return { inboundMailId: await this.intake.take(bytes, envelopeOf(request)) };
  }
}

/** Reads `?recipient=…&recipient=…&sender=…`. Unreadable values count as absent. */
function envelopeOf({ originalUrl }: Request): MailEnvelope {
  const [, query] = originalUrl.split('?', 2);
  const searchParams = new URLSearchParams(query);
  const sender = searchParams.get('sender');
  return {
    recipients: searchParams.getAll('recipient').slice(0, MOST_RECIPIENTS),
    sender: sender === null ? null : sender.replace(/^<|>$/g, '').replaceAll('\0', '').slice(0, 320),
  };
}
