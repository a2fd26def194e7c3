/** The name of a class for callers: `ContactDto` is `Contact`, because the suffix matters only inside this service. */
export function schemaName(className: string): string {
  return className.replace(/Dto$/, '');
}
