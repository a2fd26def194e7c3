/**
 * What the loader, in the customer's page, and the application, in its frame, say to each other. Neither what is written in the
 * chat nor the session's token is part of it, but for the one case that `keep` names.
 */

/** By the window, once: everything else goes through the port that answers it. */
export const HELLO = 'parley:hello';
export const PORT = 'parley:port';

export type Theme = 'system' | 'light' | 'dark';

export type ToApplication =
  /** The panel is in view. `pageUrl`: of the page around it, without query and fragment. */
  | { kind: 'shown'; pageUrl: string }
  | { kind: 'hidden' }
  | { kind: 'page'; pageUrl: string }
  | { kind: 'identify'; userJwt: string }
  | { kind: 'logout' }
  | { kind: 'theme'; theme: Theme }
  /** What an earlier page was asked to keep. */
  | { kind: 'kept'; token: string | null };

export type ToLoader =
  | { kind: 'close' }
  /** `label` is for screen readers, in the visitor's language. */
  | { kind: 'unread'; count: number; label: string }
  | { kind: 'message'; from: 'visitor' | 'agent' | 'person' }
  | { kind: 'error'; code: string }
  /** Whether there is a conversation to come back to: then the application loads before the panel is opened. */
  | { kind: 'going'; going: boolean }
  /** Only where the frame's own storage throws. */
  | { kind: 'keep'; token: string | null };

/** What `/widget/{agentId}/launcher.js` tells the loader. */
export interface LauncherLook {
  accent: string;
  onAccent: string;
  /** Of the button's border, where its colour could hardly be told from a white page; else `transparent`. */
  edge: string;
  position: string;
  openLabel: string;
  closeLabel: string;
  title: string;
  dir: 'ltr' | 'rtl';
  microphone: boolean;
}
