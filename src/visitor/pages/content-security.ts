/**
 * Everything from our own origin, nothing inline, no string that becomes script or markup. `logoUrl` adds its exact origin for
 * images. `trustedTypes`: the one policy that may make an address into a script, where there is one.
 */
export function contentSecurityPolicy(
  logoUrl: string | null,
  frameAncestors: string,
  trustedTypes = "'none'",
  ...more: string[]
): string {
  const logo = logoUrl === null ? '' : ` ${new URL(logoUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self'${logo}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
    ...more,
  ].join('; ');
}
