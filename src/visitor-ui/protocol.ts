/**
 * The messages between the loader, in the customer's page, and the application, in its frame. They contain neither the
 * text of the chat nor the session's token, except for `keep` and `kept`.
 */

/** Posted to the window once. All other messages use the port in the answer. */
export const HELLO = 'parley:hello';
export const PORT = 'parley:port';

export type Theme = 'system' | 'light' | 'dark';

export type ToApplication =
  /** The panel is visible. `pageUrl`: the page around it, without query and fragment. */
  | { kind: 'shown'; pageUrl: string }
  | { kind: 'hidden' }
  | { kind: 'page'; pageUrl: string }
  | { kind: 'identify'; userJwt: string }
  | { kind: 'logout' }
  | { kind: 'theme'; theme: Theme }
  /** The token that an earlier page asked the loader to keep. */
  | { kind: 'kept'; token: string | null };

export type ToLoader =
  | { kind: 'close' }
  /** `label` is for screen readers, in the visitor's language. */
  | { kind: 'unread'; count: number; label: string }
  | { kind: 'message'; from: 'visitor' | 'agent' | 'person' }
  | { kind: 'error'; code: string }
  /** Whether there is a conversation to return to. If there is, the application loads before the panel is opened. */
  | { kind: 'going'; going: boolean }
  /** Only if the frame's own storage throws. */
  | { kind: 'keep'; token: string | null };

/** The answer of `/widget/{agentId}/launcher.js` to the loader. */
export interface LauncherLook {
  accent: string;
  onAccent: string;
  /**
   * Color of the button's border if the button could hardly be distinguished from a white page; otherwise
   * `transparent`.
   */
  edge: string;
  position: string;
  openLabel: string;
  closeLabel: string;
  title: string;
  dir: 'ltr' | 'rtl';
  microphone: boolean;
}
