/** `ContactDto` is `Contact` to callers: what a class is inside of this service is not their concern. */
export function schemaName(className: string): string {
  return className.replace(/Dto$/, '');
}
