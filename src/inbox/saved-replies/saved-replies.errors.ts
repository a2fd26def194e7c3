import { DomainError, ValidationFailed } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({
  saved_reply_limit_reached: 409,
  saved_reply_name_taken: 409,
  saved_reply_shortcut_taken: 409,
  variables_missing: 400,
});

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class SavedReplyNameTaken extends DomainError {
  constructor() {
    super('saved_reply_name_taken', 'Another saved reply has this name.', {
      details: [{ path: '/name', code: 'taken', message: 'is already the name of another saved reply' }],
    });
  }
}

export class SavedReplyShortcutTaken extends DomainError {
  constructor() {
    super('saved_reply_shortcut_taken', 'Another saved reply has this shortcut.', {
      details: [{ path: '/shortcut', code: 'taken', message: 'is already the shortcut of another saved reply' }],
    });
  }
}

export class TooManySharedReplies extends DomainError {
  constructor(most: number) {
    super('saved_reply_limit_reached', `A workspace has at most ${most} shared saved replies.`);
  }
}

export class TooManyPrivateReplies extends DomainError {
  constructor(most: number) {
    super('saved_reply_limit_reached', `A member has at most ${most} private saved replies.`);
  }
}

/** Only the author of a reply may withdraw it from the others: it would be theirs alone. */
export class OnlyAuthorMakesPrivate extends ValidationFailed {
  constructor() {
    super([{ path: '/visibility', code: 'not_author', message: 'can be private only if you are the author' }]);
  }
}

/** The conversation cannot take the reply: the caller does not see one of them, or the reply is for other agents. */
export class SavedReplyNotUsable extends DomainError {
  constructor(path: '/savedReplyId' | '/conversationId') {
    super('association_invalid', 'The saved reply cannot be used in this conversation.', {
      details: [{ path, code: 'not_usable', message: 'must be a conversation and a saved reply that go together' }],
    });
  }
}

/** Variables of a saved reply have no value and no fallback. The detail lists them. */
export class VariablesMissing extends DomainError {
  constructor(missing: readonly string[]) {
    super('variables_missing', 'Some variables of the saved reply have no value. Send the text as content.', {
      details: [
        {
          path: '/savedReplyId',
          code: 'variables_missing',
          message: `has no value for ${missing.join(', ')}`,
          missing,
        },
      ],
    });
  }
}

export class ReplyWithoutText extends ValidationFailed {
  constructor() {
    super([{ path: '/content', code: 'required', message: 'is required without savedReplyId' }]);
  }
}

/** A saved reply with its values is no valid text of a reply. */
export class RenderedTextInvalid extends ValidationFailed {
  constructor(most: number) {
    const message = `must be 1 to ${most} characters with its values`;
    super([{ path: '/savedReplyId', code: 'invalid', message }]);
  }
}
