/** Matches the paths of an operation like Express: in any letter case, with or without a trailing slash. */
export function pathPattern({ path }: { path: string }): RegExp {
  return new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i');
}
