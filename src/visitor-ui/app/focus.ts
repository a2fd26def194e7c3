/**
 * For what has the focus and is about to go, which would leave it nowhere: it goes to the composer, or to the log where the composer
 * would bring a keyboard onto the screen or takes nothing more.
 */
export function passFocus(): void {
  const place = matchMedia('(pointer:fine)').matches ? 'textarea:enabled' : null;
  const next = (place && document.querySelector<HTMLElement>(place)) || document.querySelector<HTMLElement>('.log');
  next?.focus();
}
