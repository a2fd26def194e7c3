/** Reasons why browsers do not accept a certificate, by OpenSSL's code. */
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

/** @param code of Node's TLS, if it does not accept the certificate */
export function certificateProblem(code: string): string {
  return PROBLEMS.find(([codes]) => codes.test(code))?.[1] ?? 'Browsers do not accept the certificate.';
}

/** @param code of Node's error, if there was no certificate to check */
export function handshakeProblem(code = ''): string {
  if (code === 'ECONNREFUSED') return 'The server refuses HTTPS connections.';
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'The host name of the service was not found.';
  if (/SSL|TLS|EPROTO|ECONNRESET/.test(code))
    return 'The server ended the TLS handshake: it has no certificate for the domain.';
  return 'The server could not be reached by HTTPS.';
}
