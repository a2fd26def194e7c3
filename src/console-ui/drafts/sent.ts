/** What is left of a draft once a text of it was sent: what was written while it was on its way. A text that was changed meanwhile stays whole. */
export function withoutSent(draft: string, sent: string): string {
  if (sent !== '' && draft.startsWith(sent)) return draft.slice(sent.length).trimStart();
  if (sent !== '' && draft.endsWith(sent)) return draft.slice(0, -sent.length).trimEnd();
  return draft;
}
