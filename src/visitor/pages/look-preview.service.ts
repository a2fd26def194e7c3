import { Injectable } from '@nestjs/common';
import { contentSecurityPolicy } from '../../common/http/content-security';
import { dataBlock, escaped } from '../../common/http/escaped';
import type { Surface } from '../../common/request/principal';
import { accentColors, themeCss } from './accent';
import { VisitorFiles } from './visitor-files';
import { visitorLanguage, wishedLocale } from './visitor-language';

const THEMES = ['system', 'light', 'dark'];
/**
 * A logo that is not saved yet may be at any host. Only pages of our own frame the document, and it has no cookies and no storage even
 * outside a frame.
 */
export const LOOK_POLICY = contentSecurityPolicy(['https:'], "'self'", "'none'", 'sandbox allow-scripts');

interface LookRequest {
  surface: Surface;
  /** As the agent has it: a language tag, or `auto` for that of the reader. */
  locale: string | undefined;
  theme: string | undefined;
  acceptLanguage: string | undefined;
}

/** The visitor's application as a preview. It has no agent: the page that frames the document posts what it shows. */
@Injectable()
export class LookPreviewService {
  constructor(private readonly files: VisitorFiles) {}

  document({ surface, locale, theme, acceptLanguage }: LookRequest): string {
    const { languages, names } = this.files;
    const wished = wishedLocale(undefined, acceptLanguage, languages);
    const language = visitorLanguage(locale === undefined || locale === 'auto' ? wished : locale, languages);
    const shown = theme !== undefined && THEMES.includes(theme) ? theme : 'system';
    const data = { surface, locale: language.locale, question: '', words: this.files.words(language.dictionary) };
    return [
      `<!doctype html>`,
      `<html lang="${escaped(language.locale)}" dir="${language.dir}" data-theme="${shown}">`,
      `<head>`,
      `<meta charset="utf-8">`,
      `<meta name="viewport" content="width=device-width, initial-scale=1">`,
      `<title>Parley</title>`,
      `<meta name="robots" content="noindex, nofollow">`,
      `<link rel="stylesheet" href="/assets/${escaped(names.style)}">`,
      `<link rel="stylesheet" id="theme" href="/app/look/theme.css">`,
      `<script type="application/json" id="parley">${dataBlock(data)}</script>`,
      `<script src="/assets/${escaped(names.preview)}" defer></script>`,
      `</head>`,
      `<body>`,
      `<div id="app"></div>`,
      `</body>`,
      `</html>`,
      ``,
    ].join('\n');
  }

  /** `accent`: six hexadecimal digits; anything else is black. */
  theme(accent: string): string {
    return themeCss(accentColors(`#${accent}`));
  }
}
