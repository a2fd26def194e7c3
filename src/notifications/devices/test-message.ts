import { languageOf } from '../../common/text/language-of';
import type { PushMessage } from '../push/push-message.types';

/** In the languages of the service's pages. */
const WORDS: Readonly<Record<string, { title: string; body: string }>> = {
  ar: { title: 'إشعار تجريبي', body: 'الإشعارات تعمل على هذا الجهاز.' },
  de: { title: 'Testbenachrichtigung', body: 'Benachrichtigungen kommen auf diesem Gerät an.' },
  en: { title: 'Test notification', body: 'Notifications reach this device.' },
  es: { title: 'Notificación de prueba', body: 'Las notificaciones llegan a este dispositivo.' },
  fr: { title: 'Notification de test', body: 'Les notifications arrivent sur cet appareil.' },
  it: { title: 'Notifica di prova', body: 'Le notifiche arrivano su questo dispositivo.' },
  ja: { title: 'テスト通知', body: 'このデバイスに通知が届きます。' },
  nl: { title: 'Testmelding', body: 'Meldingen komen aan op dit apparaat.' },
  pt: { title: 'Notificação de teste', body: 'As notificações chegam a este dispositivo.' },
};
const MINUTES = 5;

/** `locale`: BCP 47. Falls back to English if there is no translation. */
export function testMessage(deviceId: string, locale: string, navigate: string, now: Date): PushMessage {
  const language = languageOf(locale);
  const lang = language in WORDS ? language : 'en';
  return {
    ...WORDS[lang]!,
    navigate,
    tag: `test ${deviceId}`,
    lang,
    dir: lang === 'ar' ? 'rtl' : 'ltr',
    event: 'test',
    expiresAt: new Date(now.getTime() + MINUTES * 60_000),
  };
}
