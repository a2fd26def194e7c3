import { HELLO, PORT, type ToApplication, type ToLoader } from '../protocol';

/**
 * The connection to the loader, in the page around the frame. Checks the origin and the window of the page, so that no
 * other page receives a message.
 */
export class Host {
  private port: MessagePort | null = null;
  private readonly waiting: ToLoader[] = [];

  /** @param origin of the surrounding page; the frame-ancestors of the document allow only pages that may embed it */
  constructor(
    private readonly origin: string,
    heard: (message: ToApplication) => void,
  ) {
    window.addEventListener('message', (event: MessageEvent) => {
      if (event.source !== window.parent || event.origin !== origin || event.data !== PORT || !event.ports[0]) return;
      this.port = event.ports[0];
      this.port.onmessage = ({ data }: MessageEvent<ToApplication>) => heard(data);
      for (const message of this.waiting.splice(0)) this.port.postMessage(message);
    });
  }

  greet(): void {
    window.parent.postMessage(HELLO, this.origin);
  }

  post(message: ToLoader): void {
    if (this.port) this.port.postMessage(message);
    else this.waiting.push(message);
  }
}

/**
 * Origin of the page around this frame: from the browser, otherwise from the address that the loader wrote. null: not
 * in a frame.
 */
export function hostOrigin(): string | null {
  if (window.parent === window) return null;
  const { ancestorOrigins } = location;
  if (ancestorOrigins?.length) return ancestorOrigins[0]!;
  try {
    return new URL(decodeURIComponent(location.hash.slice(1))).origin;
  } catch {
    return null;
  }
}
