/** The paths that lead to an operation's route, as Express has them: in any letter case, with or without a slash at the end. */
export function pathPattern({ path }: { path: string }): RegExp {
  return new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i');
}
