/** `icap://host[:port]/service`, `clamd://host:port` or `command:/path`. */
export function fileScannerProblem(scanner: string): string | null {
  const command = /^command:(.*)$/s.exec(scanner)?.[1];
  if (command !== undefined) {
    return /^\/[^\0]+$/.test(command) ? null : 'must have the absolute path of a program after command:';
  }
  const url = URL.canParse(scanner) ? new URL(scanner) : null;
  if (url?.protocol === 'icap:') {
    return url.hostname && url.pathname.length > 1 ? null : 'must have a host and a service: icap://host:port/service';
  }
  if (url?.protocol === 'clamd:') {
    const isWhole = url.hostname && url.port && (url.pathname === '' || url.pathname === '/');
    return isWhole ? null : 'must have a host and a port: clamd://host:port';
  }
  return 'must begin with icap://, clamd:// or command:/';
}
