/** What `@ApiTags` says of a controller; Swagger keeps it under a key that it does not publish. */
export function apiTagsOf(controller: object): string[] {
  return (Reflect.getMetadata('swagger/apiUseTags', controller) ?? []) as string[];
}
