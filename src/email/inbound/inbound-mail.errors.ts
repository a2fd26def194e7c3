import { DomainError } from '../../common/errors/domain-error';

export class MailMediaTypeUnsupported extends DomainError {
  constructor() {
    super('unsupported_media_type', 'Send the unchanged email as message/rfc822 without compression.', {
      details: [{ path: 'header.Content-Type', code: 'unsupported', message: 'must be message/rfc822' }],
    });
  }
}
