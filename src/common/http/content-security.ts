/**
 * Everything from our own origin, nothing inline, no string that becomes script or markup. `images`: further
 * sources of images. `trustedTypes`: the one policy that may make an address into a script, where there is one.
 */
export function contentSecurityPolicy(
  images: readonly string[],
  frameAncestors: string,
  trustedTypes = "'none'",
  ...more: string[]
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self'", ...images].join(' '),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
    ...more,
  ].join('; ');
}
