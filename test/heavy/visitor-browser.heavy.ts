import { CHROMIUM } from './visitor/browser';
import { accessibility } from './visitor/accessibility';
import { chat } from './visitor/chat';
import { fields } from './visitor/fields';
import { hostPages } from './visitor/host-pages';
import { markup } from './visitor/markup';
import { Stage } from './visitor/stage';
import { strictPages } from './visitor/strict-pages';
import { widget } from './visitor/widget';

if (!CHROMIUM) console.log('Skipped: widget and chat page are tested in Chromium, which is not installed here.');

/** What a visitor sees, in Debian's Chromium: one browser and one service for all of it. */
(CHROMIUM ? describe : describe.skip)('in a browser', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage.stop());

  describe('the widget', () => widget(() => stage));
  describe('pages of hosts', () => hostPages(() => stage));
  describe('strict pages of hosts', () => strictPages(() => stage));
  describe('what the settings do', () => fields(() => stage));
  describe('texts that would be script', () => markup(() => stage));
  describe('the chat with the service itself', () => chat(() => stage));
  describe('accessibility', () => accessibility(() => stage));
});
