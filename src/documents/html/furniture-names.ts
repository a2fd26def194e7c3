import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, type Contents } from './html-elements';

/** Characters. A notice about cookies is shorter; a page whose only part has such a name is not dropped. */
const LONGEST_NOTICE = 1_500;
const LONGEST_TRAIL = 300;
const LONGEST_VOTE = 300;
/** The share of links in lists of pages, which have a title and may have the date of each. */
const SOME_LINKS = 0.3;
const MOSTLY_LINKS = 0.5;

const NAMED = new Set(['div', 'section', 'header', 'aside', 'p', 'a', 'ul', 'ol', 'form', 'footer', 'span']);
const LINKS_OF_THE_SITE = names(
  'nav navbar navigation menu sidebar side-bar pagination pager toc table-of-contents share social skip-link',
);
const NOTICES = names('cookie cookies consent newsletter subscribe feedback edit-this-page edit-page');
/** Of consent managers, and of those that sites write themselves. */
const CONSENT =
  /^(?:onetrust|ot-sdk|cky|cmplz|cybotcookiebot|didomi|iubenda|osano|borlabs|tarteaucitron|truste|usercentrics|klaro|axeptio|qc-cmp2|termly|cc-(?:window|banner)|cmpbox|moove[-_]gdpr|cookieconsent|cookiebar|cookie-law)|cookie[\w-]*[-_](?:notice|banner|consent|bar|popup|dialog|modal|message|overlay)|^gdpr[-_]|[-_]consent$|^eu-cookie/;
const TRAIL = /breadcrumb/;
const MORE_PAGES =
  /(?:^|[-_])related(?:$|[-_]|posts?|articles?)|(?:^|[-_])(?:relatives|see-also|sidebar|recommended|recent-(?:posts|articles)|read-(?:next|more))(?:$|[-_])/;
const VOTE =
  /(?:^|[-_])(?:votes?|voting|reaction-picker|was-this-helpful|helpfulness|article-feedback|page-feedback)(?:$|[-_])/;
const SKIPS = /(?:^|[-_])skip(?:-?(?:link|to|nav)[\w-]*)$/;

/** Whether an element, by what its template calls it, is around the content of a page and no part of it. */
export function isNamedFurniture(element: Tree.Element, contents: Contents): boolean {
  if (!NAMED.has(element.tagName)) return false;
  const named = namesIn(element);
  const { text, links } = contents;
  const share = text === 0 ? 0 : contents.linkText / text;
  if (element.tagName === 'a') return named.some((name) => SKIPS.test(name));
  if (element.tagName === 'aside' || named.some((name) => LINKS_OF_THE_SITE.has(name))) {
    if (share >= MOSTLY_LINKS) return true;
  }
  const asks = named.some((name) => NOTICES.has(name) || CONSENT.test(name)) || asksConsent(element);
  if (text <= LONGEST_NOTICE && asks) return true;
  if (text <= LONGEST_TRAIL && isTrail(element, named)) return true;
  if (text <= LONGEST_VOTE && named.some((name) => VOTE.test(name))) return true;
  const isOfMore = named.some((name) => MORE_PAGES.test(name)) || /^related /i.test(attribute(element, 'aria-label'));
  return isOfMore && links > 0 && share >= SOME_LINKS;
}

/** By what a screen reader calls it. */
function asksConsent(element: Tree.Element): boolean {
  return /^(?:cookie|consent|gdpr)\b/i.test(attribute(element, 'aria-label'));
}

function isTrail(element: Tree.Element, named: readonly string[]): boolean {
  return named.some((name) => TRAIL.test(name)) || /\/BreadcrumbList$/i.test(attribute(element, 'itemtype'));
}

function namesIn(element: Tree.Element): string[] {
  return `${attribute(element, 'class')} ${attribute(element, 'id')}`.toLowerCase().split(/\s+/, 20).filter(Boolean);
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
