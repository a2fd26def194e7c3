import { directionOf, isOpposite } from './opposites';

describe('isOpposite', () => {
  it.each([
    ['How do I turn on two factor authentication?', 'Disable 2FA'],
    ['how to install the agent', 'Uninstalling the agent'],
    ['exclude a folder', 'Include folders'],
    ['Wie schalte ich das WLAN ein?', 'WLAN deaktivieren'],
    ['Comment activer les notifications ?', 'Désactiver les notifications'],
    ['¿Cómo puedo añadir un usuario?', 'Eliminar usuarios'],
  ])('%s: %s', (question, text) => expect(isOpposite(directionOf(question), text)).toBe(true));

  it.each([
    ['How do I turn on two factor authentication?', 'Enable or disable 2FA'],
    ['How do I turn on two factor authentication?', '2FA'],
    ['Can I disable it after I enable it?', 'Disable 2FA'],
    ['What is a webhook?', 'Disable webhooks'],
  ])('not %s: %s', (question, text) => expect(isOpposite(directionOf(question), text)).toBe(false));
});
