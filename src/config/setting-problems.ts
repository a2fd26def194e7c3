import { isIP } from 'node:net';

const TOKEN_LENGTH = 43;
const MOST_BESIDE_TOKEN = 64 - TOKEN_LENGTH;

// The problem of a value, in words that follow the name of its setting. Null if there is none.

export function publicUrlProblem(address: string): string | null {
  if (!URL.canParse(address)) return 'must be an absolute URL';
  const url = new URL(address);
  if (!['http:', 'https:'].includes(url.protocol)) return 'must begin with http:// or https://';
  return url.search || url.hash || url.username ? 'must have no query, fragment or user' : null;
}

/** Checks the path: only the number of a database may follow the host. */
export function redisUrlProblem(address: string): string | null {
  const path = URL.canParse(address) ? new URL(address).pathname : '';
  return /^\/?\d{0,5}$/.test(path)
    ? null
    : 'must end with the number of a database, or with nothing after host and port';
}

/** The URL of a conversation. It may also contain `{workspaceId}`. */
export function inboxUrlProblem(template: string): string | null {
  if (!template.includes('{conversationId}')) return 'must contain {conversationId}';
  const url = template.replace(/\{(workspaceId|conversationId)\}/g, 'id');
  return /^https?:\/\/[^\s{}<>]+$/.test(url) && URL.canParse(url) ? null : 'must begin with http:// or https://';
}

export function modelProblem(name: string): string | null {
  return name.length <= 200 ? null : 'is longer than the 200 characters that an agent’s model may have';
}

export function originProblem(origin: string): string | null {
  return URL.canParse(origin) && new URL(origin).origin === origin
    ? null
    : 'is not an origin such as https://app.example.com';
}

export function addressProblem(entry: string): string | null {
  const [address, bits, more] = entry.split('/');
  const version = isIP(address ?? '');
  const good =
    version > 0 &&
    more === undefined &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
  return good ? null : 'is neither an address nor a CIDR';
}

/** A host name in its ASCII form, an address or a CIDR. */
export function hostProblem(entry: string): string | null {
  if (addressProblem(entry) === null) return null;
  const isName = /^(?=.{1,253}$)[\w-]{1,63}(\.[\w-]{1,63})*$/.test(entry) && !/(^|\.)\d+$/.test(entry);
  return isName ? null : 'is neither a host name, an address nor a CIDR';
}

/** An address, with a port or without: `192.0.2.1:5353`, `[2001:db8::1]:5353`. */
export function serverAddressProblem(entry: string): string | null {
  const [, address, port] = /^\[?([\d.]+|[\da-f:.]+(?=\]|$))\]?(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  const good = address !== undefined && isIP(address) > 0 && (port === undefined || Number(port) <= 65_535);
  return good ? null : 'is not an IP address';
}

/** An address with room for a token. Its local part has at most 64 characters with the token (RFC 5321 §4.5.3.1.1). */
export function mailTemplateProblem(template: string): string | null {
  const [, before, after] = /^([^\s"@{}<>,;:]*)\{token\}([^\s"@{}<>,;:]*)@[^\s"@{}<>,;:]+$/.exec(template) ?? [];
  if (before === undefined || after === undefined) return 'must be an email address with {token} before the @';
  return before.length + after.length <= MOST_BESIDE_TOKEN
    ? null
    : `must have at most ${MOST_BESIDE_TOKEN} characters beside {token} before the @`;
}

export function inboundSecretProblem(secret: string, replyAddress: string | null): string | null {
  // The allowed characters of a bearer credential (RFC 6750 §2.1).
  if (!/^[\w.~+/-]{32,}=*$/.test(secret)) return 'must have at least 32 characters: letters, digits and - . _ ~ + /';
  return replyAddress === null ? 'requires MAIL_REPLY_ADDRESS, so that customers can reply to a conversation' : null;
}

/** The address in a text such as `Parley <parley@example.com>`. */
export function addressIn(mailbox: string): string {
  return (/<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim();
}

/** A contact for push services, in case of problems with our messages. Apple refuses hosts that are not public. */
export function vapidSubjectProblem(subject: string, isProduction: boolean): string | null {
  const [, mailHost] = /^mailto:[^\s@<>]+@([^\s@<>]+)$/.exec(subject) ?? [];
  const host =
    mailHost ?? (/^https:\/\/\S+$/.test(subject) && URL.canParse(subject) ? new URL(subject).hostname : undefined);
  if (host === undefined) return 'must be mailto: with an email address, or an https URL';
  const isPublic = /^[^.]+(\.[^.]+)+$/.test(host) && !/(^|\.)localhost$/i.test(host) && isIP(host) === 0;
  return isPublic || !isProduction
    ? null
    : `must have a public host, not ${host}: set it, or MAIL_FROM, to an address at which you can be reached`;
}

/** Headers in OpenTelemetry's format for a variable: W3C Baggage without properties. */
export function headersProblem(list: string): string | null {
  const entries = list.split(',').filter((entry) => entry.trim() !== '');
  const good = entries.every((entry) => /^\s*[\w!#$%&'*+.^`|~-]+=[\x21-\x7e]*\s*$/.test(entry) && isDecodable(entry));
  return good ? null : 'must be name=value,name=value with values percent-encoded';
}

export function ratioProblem(text: string): string | null {
  return /^(0(\.\d+)?|1(\.0+)?)$/.test(text) ? null : 'must be a number from 0 to 1';
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function snsTopicProblem(arn: string): string | null {
  return /^arn:aws(?:-[a-z]+)*:sns:[a-z0-9-]+:\d{12}:[\w.-]{1,256}$/.test(arn)
    ? null
    : 'is not the ARN of an SNS topic';
}

/** A bucket with the credentials to read it. */
export function s3BucketProblem(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWhole =
    url?.protocol === 's3:' && url.username && url.password && url.host && /^\/[^/]+\/?$/.test(url.pathname);
  if (!isWhole) return 'must be s3://KEY:SECRET@host/bucket?region=…';
  return url.searchParams.get('region') ? null : 'must have the region of the bucket: ?region=…';
}

/** The secret of a Svix endpoint: `whsec_` and Base64. */
export function svixSecretProblem(secret: string): string | null {
  return /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret) ? null : 'must begin with whsec_ and continue in Base64';
}
