import type { NodemailerError } from 'nodemailer';
import type { Delivery, DeliveryFailure, MailFailureClass } from './delivery.types';
import { replyCode } from './reply-code';

/** The most characters to store of a server's text. */
const LONGEST_TEXT = 500;

/** Texts for failures without a reply from the server. */
const WITHOUT_REPLY: Readonly<Record<MailFailureClass, string>> = {
  refused: 'The mail server refused the email without a reason.',
  unreachable: 'The mail server could not be reached.',
  tls: 'The mail server offers no encryption, or its certificate is not valid.',
  authentication: 'The mail server did not accept the user and password of this service.',
  too_large: 'The email is larger than the mail server accepts.',
  timeout: 'The mail server took too long to answer.',
  connection_lost: 'The connection to the mail server broke.',
};

/** Codes of Node's errors in a TLS handshake. */
const TLS_CODE = /^(ETLS$|EPROTO$|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_)/;

/** The progress of an attempt. */
export interface SmtpProgress {
  connected: boolean;
  /** Whether the server could have accepted the email. */
  dotWritten: boolean;
}

/**
 * The result of an attempt that ended with this error. Before the final dot, nothing was delivered. After it, only a reply from 400 to
 * 599 is definite; after a timeout, a lost connection, a partial line or any other reply the result is uncertain.
 */
export function failedDelivery(error: NodemailerError, progress: SmtpProgress): Delivery {
  const failure = describe(error, progress);
  if (progress.dotWritten && !isRefusalOfMessage(error)) return { outcome: 'uncertain', failure };
  return { outcome: 'refused', final: isFinal(error, failure, progress), failure };
}

function describe(error: NodemailerError, progress: SmtpProgress): DeliveryFailure {
  const { response } = error;
  const smtpCode = replyCode(error.responseCode);
  const enhancedCode = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1] ?? null;
  const failureClass = classOf(error, enhancedCode, progress);
  const text = response === undefined ? '' : inOneLine(response, enhancedCode);
  return { class: failureClass, smtpCode, enhancedCode, text: text || WITHOUT_REPLY[failureClass] };
}

function classOf(
  { code = '', originalCode = '', responseCode = 0, message }: NodemailerError,
  enhancedCode: string | null,
  { connected }: SmtpProgress,
): MailFailureClass {
  if (code === 'ETIMEDOUT') return 'timeout';
  if (TLS_CODE.test(code) || TLS_CODE.test(originalCode)) return 'tls';
  if (code === 'EAUTH' || [530, 534, 535, 538].includes(responseCode)) return 'authentication';
  if (enhancedCode ? enhancedCode.endsWith('.3.4') : responseCode === 552 || isTooLargeHere(message))
    return 'too_large';
  if (responseCode >= 400) return 'refused';
  return connected ? 'connection_lost' : 'unreachable';
}

/** Whether the email exceeds the size that the server announced (RFC 1870), so that it was not sent. */
function isTooLargeHere(message: string): boolean {
  return message.startsWith('Message size larger than allowed');
}

function isRefusalOfMessage({ code, responseCode = 0 }: NodemailerError): boolean {
  return code === 'EMESSAGE' && responseCode >= 400 && responseCode <= 599;
}

/**
 * Whether the server refused the recipient or the email permanently (5yz, except 503 for a wrong order of commands). Replies to
 * earlier commands concern the account or the server, which the operator can fix. A premature reply between 354 and the dot is not
 * about the email.
 */
function isFinal(
  { code, command, responseCode = 0, message }: NodemailerError,
  failure: DeliveryFailure,
  { dotWritten }: SmtpProgress,
): boolean {
  if (isTooLargeHere(message)) return true;
  if (responseCode < 500 || responseCode > 599 || responseCode === 503) return false;
  if (code === 'EMESSAGE') return dotWritten;
  if (code !== 'EENVELOPE') return false;
  return command === 'RCPT TO' || command === 'DATA' || failure.class === 'too_large';
}

/** The text of a reply without its codes. */
function inOneLine(reply: string, enhancedCode: string | null): string {
  const lines = reply.split(/\r?\n/).map((line) => line.replace(/^\d{3}(?:[ -]|$)/, '').trim());
  const texts = lines.map((line) =>
    enhancedCode && line.startsWith(enhancedCode) ? line.slice(enhancedCode.length) : line,
  );
  const text = texts
    .join(' ')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return Array.from(text).slice(0, LONGEST_TEXT).join('');
}
