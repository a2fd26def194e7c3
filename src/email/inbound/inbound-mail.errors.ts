import { DomainError } from '../../common/errors/domain-error';

export class MailMediaTypeUnsupported extends DomainError {
  constructor() {
    super('unsupported_media_type', 'Send the mail as it came, uncompressed, as message/rfc822.', {
      details: [{ path: 'header.Content-Type', code: 'unsupported', message: 'must be message/rfc822' }],
    });
  }
}
