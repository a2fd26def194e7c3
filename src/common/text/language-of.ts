/** The language of a BCP 47 tag in lower case: its first subtag. Empty without a tag. */
export function languageOf(tag: string | null | undefined): string {
  return (tag ?? '').split('-')[0]!.toLowerCase();
}
