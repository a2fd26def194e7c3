import { certificateProblem, handshakeProblem } from './certificate-problem';

it.each([
  ['CERT_HAS_EXPIRED', 'The certificate has expired.'],
  ['CERT_NOT_YET_VALID', 'The certificate is not valid yet.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is for another host name.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate is not from an authority that browsers trust.'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The certificate is not from an authority that browsers trust.'],
  ['something else', 'Browsers do not accept the certificate.'],
])('describes the problem of a certificate: %s', (code, problem) => {
  expect(certificateProblem(code)).toBe(problem);
});

it.each([
  ['ECONNREFUSED', 'The server refuses HTTPS connections.'],
  ['ENOTFOUND', 'The host name of the service was not found.'],
  ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'The server ended the TLS handshake: it has no certificate for the domain.'],
  ['ECONNRESET', 'The server ended the TLS handshake: it has no certificate for the domain.'],
  [undefined, 'The server could not be reached by HTTPS.'],
])('describes why there is none: %s', (code, problem) => {
  expect(handshakeProblem(code)).toBe(problem);
});
