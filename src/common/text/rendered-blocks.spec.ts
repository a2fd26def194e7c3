import { blocksOf } from './blocks';
import { renderedBlocks } from './rendered-blocks';

describe('renderedBlocks', () => {
  it('makes the blocks of a text once', () => {
    const text = 'Open **Settings**.';
    expect(renderedBlocks(text)).toEqual(blocksOf(text));
    expect(renderedBlocks(`${text} `.trim())).toBe(renderedBlocks(text));
    expect(renderedBlocks(`${text} Then save.`)).not.toBe(renderedBlocks(text));
  });

  it('forgets what was not shown for longest', () => {
    const first = renderedBlocks('What was said first.');
    for (let at = 0; at < 200; at += 1) renderedBlocks(`${at} ${'x'.repeat(25_000)}`);
    expect(renderedBlocks('What was said first.')).not.toBe(first);
    expect(renderedBlocks('What was said first.')).toEqual(first);
  });
});
