import { escaped } from '../common/http/escaped';
import type { ConsoleManifest } from './console-files';

/**
 * The document of every address below /app. It is the same for everyone: its script asks who is signed in.
 *
 * React Aria writes a `<style>` into the document, which the policy refuses, unless an element has the id below.
 */
export function consoleDocument({ script, style, preload, build }: ConsoleManifest): string {
  const address = (name: string): string => escaped(`/app/assets/${name}`);
  return [
    `<!doctype html>`,
    `<html lang="en" data-build="${escaped(build)}">`,
    `<head>`,
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">`,
    `<title>Parley</title>`,
    `<meta name="robots" content="noindex, nofollow">`,
    `<meta name="color-scheme" content="light dark">`,
    `<link rel="icon" href="/devices/icon-192.png" sizes="192x192">`,
    `<link rel="stylesheet" id="react-aria-pressable-style" href="${address(style)}">`,
    ...preload.map((name) => `<link rel="modulepreload" href="${address(name)}">`),
    `<script type="module" src="${address(script)}"></script>`,
    `</head>`,
    `<body>`,
    `<div id="app"><noscript><main><h1>Parley</h1><p>The console needs JavaScript. Allow it for this address, then reload.</p></main></noscript></div>`,
    `</body>`,
    `</html>`,
    ``,
  ].join('\n');
}
