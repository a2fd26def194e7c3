/** How lists put themselves into the name of a sender whose address they replace: `'Ann' via Support`. */
const VIA = /\s+(?:via|über|durch|tramite|a través de|por meio de|przez|через)\s+\S.*$/iu;

/** Whether the name of a sender says that a list has passed on the email. */
export function namesList(name: string | null): boolean {
  return VIA.test(name ?? '');
}

/** The name before `via Support`, without the quotes that lists add. */
export function nameBeforeVia(name: string | null): string | null {
  const bare = (name ?? '').replace(VIA, '').replace(/^['"‘“\s]+|['"’”\s]+$/gu, '');
  return bare === '' ? null : bare;
}
