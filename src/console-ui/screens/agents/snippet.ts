/** The tag that puts the widget into a page. */
export function snippetOf(agentId: string): string {
  return `<script async src="${location.origin}/widget.js" data-agent="${agentId}"></script>`;
}

export function chatPageOf(agentId: string): string {
  return `${location.origin}/c/${agentId}`;
}
