export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The keys that send a reply: Ctrl or Cmd with Enter, or Enter alone. */
export const SEND_WITH = ['mod_enter', 'enter'] as const;
export type SendWith = (typeof SEND_WITH)[number];

/** Where the console goes once a conversation is closed. */
export const AFTER_CLOSE = ['next', 'stay', 'list'] as const;
export type AfterClose = (typeof AFTER_CLOSE)[number];

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** The conversations whose news make a sound. */
export const SOUNDS = ['off', 'mine', 'all'] as const;
export type Sound = (typeof SOUNDS)[number];

/** Ways to notify a user. */
export const NOTIFICATION_CHANNELS = ['push', 'email'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];
