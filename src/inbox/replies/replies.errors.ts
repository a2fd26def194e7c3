import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';
import type { ReplyStatus } from '../../conversations/conversation.types';
import type { LastMessageDto } from '../conversations/conversation.dto';
import type { ReplyAction } from './reply.types';

const CODES = declareErrors({ message_not_editable: 409, newer_messages: 409, undo_window_closed: 409 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class UndoWindowClosed extends DomainError {
  constructor() {
    super('undo_window_closed', 'The message can no longer be undone.');
  }
}

export class MessageNotEditable extends DomainError {
  constructor(status: ReplyStatus) {
    super('message_not_editable', `A message that is ${status} cannot be edited.`);
  }
}

export class TooManyRevisions extends DomainError {
  constructor(most: number) {
    super('message_not_editable', `A message can be edited ${most} times.`);
  }
}

/** The status of the reply does not allow the action. The detail lists the actions that it allows. */
export class InvalidReplyTransition extends DomainError {
  constructor(from: ReplyStatus, kind: ReplyAction, allowed: readonly ReplyAction[]) {
    super('invalid_transition', `A message that is ${from} does not allow this.`, {
      details: [
        { code: 'invalid_transition', message: `is not possible for a message that is ${from}`, from, kind, allowed },
      ],
    });
  }
}

/** A customer who writes by email has no widget. */
export class CustomerWithoutWidget extends DomainError {
  constructor() {
    super('association_invalid', 'The customer writes by email and has no widget to read the reply in.', {
      details: [{ path: '/channel', code: 'no_widget', message: 'cannot be widget: the customer writes by email' }],
    });
  }
}

export class CustomerWithoutAddress extends DomainError {
  constructor() {
    super('association_invalid', 'The customer has no email address.', {
      details: [
        { path: '/channel', code: 'no_address', message: 'cannot be email: the customer has no email address' },
      ],
    });
  }
}

/** A reply in the widget reaches its visitor alone. */
export class RecipientsOnWidget extends DomainError {
  constructor(field: string) {
    super('association_invalid', 'A reply in the widget has no recipients.', {
      details: [{ path: `/${field}`, code: 'no_mail', message: 'is only possible for an email' }],
    });
  }
}

/** A reply to everyone has the recipients of the email that it answers. */
export class RecipientsNotTogether extends DomainError {
  constructor() {
    super('association_invalid', 'A reply to everyone takes no to or cc.', {
      details: [{ path: '/replyAll', code: 'not_together', message: 'cannot be true together with to or cc' }],
    });
  }
}

export class TooManyRecipients extends DomainError {
  constructor(number: number, most: number) {
    super('association_invalid', `An email can have ${most} recipients.`, {
      details: [
        {
          path: '/to',
          code: 'too_many_recipients',
          message: `are ${number} with cc and bcc, and can be ${most}`,
          most,
        },
      ],
    });
  }
}

/** The reply has no such recipient. */
export class RecipientUnknown extends DomainError {
  constructor() {
    super('association_invalid', 'The message has no such recipient.', {
      details: [{ path: '/address', code: 'unknown_recipient', message: 'must be a recipient of the message' }],
    });
  }
}

/** People have written since the caller has read the conversation. The detail has what they wrote. */
export class NewerMessages extends DomainError {
  constructor(messages: readonly LastMessageDto[], hasMore: boolean) {
    super('newer_messages', 'The conversation has messages that you have not read. The reply was not sent.', {
      details: [
        {
          ...{ path: '/seenUpToMessageId', code: 'newer_messages', message: 'is followed by messages of people' },
          ...{ messages, hasMore },
        },
      ],
    });
  }
}

/** The files of one message exceed what one email can carry. */
export class MailTooLarge extends DomainError {
  constructor(limit: number) {
    super('payload_too_large', `With these files the email would be larger than ${limit} bytes (MAIL_MAX_BYTES).`);
  }
}
