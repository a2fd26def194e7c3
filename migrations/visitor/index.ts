import { CreateVisitors1795000110000 } from './1795000110000-create-visitors';
import { KeepVoiceConsent1795000120000 } from './1795000120000-keep-voice-consent';
import { MailVisitors1795000130000 } from './1795000130000-mail-visitors';
import { KeepKeysOfMailStops1795000150000 } from './1795000150000-keep-keys-of-mail-stops';
import { KeepSuggestions1795000240000 } from './1795000240000-keep-suggestions';

export const VISITOR_MIGRATIONS = [
  CreateVisitors1795000110000,
  KeepVoiceConsent1795000120000,
  MailVisitors1795000130000,
  KeepKeysOfMailStops1795000150000,
  KeepSuggestions1795000240000,
];
