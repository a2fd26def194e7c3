import { HELLO, PORT, type ToApplication, type ToLoader } from '../protocol';

/** The loader, in the page around the frame. Nobody else is told anything: the page's origin and its window are checked. */
export class Host {
  private port: MessagePort | null = null;
  private readonly waiting: ToLoader[] = [];

  /** @param origin of the page around; that it may have a frame of ours, the document's frame-ancestors has settled */
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

  tell(message: ToLoader): void {
    if (this.port) this.port.postMessage(message);
    else this.waiting.push(message);
  }
}

/** Of the page around this frame: what the browser says, else what the loader has written into the address. null: no frame. */
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
