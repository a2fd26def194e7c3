/** "Begin forwarded message:", as Apple Mail has it in each language. */
const INTRODUCTION =
  /forward|weitergeleitet|réexpédié|transféré|reenviado|re?encaminhada|inoltrato|doorgestuurd|välitetty|edelleen|videresend|vidarebefordra|přeposíl|preposl|przekazyw|proslijeđ|továbbít|переадрес|пересил|пересыл|redirecționat|ileti|προωθη|転送|转发|轉寄|전달/iu;
const LONGEST_INTRODUCTION = 80;

/** `-----Original Message-----`, `________`, `---------- Forwarded message ---------`. */
export function isDivider(text: string): boolean {
  return /^(?:[-=*]{3,}[^-=*\n]{0,60}[-=*]{3,}|_{8,}|-{8,})$/.test(text);
}

/** A divider whose words may contain the same signs: `----- Forwarded by Ann on 2026-11-23 -----`. */
export function isWordyDivider(text: string): boolean {
  return isDivider(text) || /^[-=]{4,} .{4,200} [-=]{4,}$/.test(text);
}

/** Whether a line introduces a forwarded email, without naming its sender. */
export function introducesForward(text: string): boolean {
  return text.length <= LONGEST_INTRODUCTION && /[:：]$/.test(text) && !text.includes('@') && INTRODUCTION.test(text);
}
