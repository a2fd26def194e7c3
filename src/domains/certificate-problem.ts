/** What browsers would find wrong with a certificate, by the code that OpenSSL has for it. */
const PROBLEMS: readonly (readonly [codes: RegExp, problem: string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'The certificate has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate is not valid yet.'],
  [/^CERT_REVOKED$/, 'The certificate has been revoked.'],
  [/ALTNAME/, 'The certificate is for another host name.'],
  [
    /SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|INVALID_CA|CHAIN/,
    'The certificate is not from an authority that browsers trust.',
  ],
];

/** @param code of Node's TLS, where it does not accept the certificate */
export function certificateProblem(code: string): string {
  return PROBLEMS.find(([codes]) => codes.test(code))?.[1] ?? 'Browsers do not accept the certificate.';
}

/** @param code of Node, where there was no certificate to look at */
export function handshakeProblem(code = ''): string {
  if (code === 'ECONNREFUSED') return 'The server refuses connections with HTTPS.';
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'The host name of the service was not found.';
  if (/SSL|TLS|EPROTO|ECONNRESET/.test(code))
    return 'The server ended the handshake: it has no certificate for the domain.';
  return 'The server could not be reached with HTTPS.';
}
