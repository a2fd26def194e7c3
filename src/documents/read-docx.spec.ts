import { Document, FootnoteReferenceRun, Packer, Paragraph, TextRun } from 'docx';
import { readDocx } from './read-docx';

it('a footnote is its text, without a link back', async () => {
  const document = new Document({
    footnotes: { 1: { children: [new Paragraph('Without taxes.')] } },
    sections: [{ children: [new Paragraph({ children: [new TextRun('9 euros'), new FootnoteReferenceRun(1)] })] }],
  });
  const { text } = await readDocx(await Packer.toBuffer(document));
  expect(text.replace(/\s+/g, ' ')).toBe('9 euros[1] 1. Without taxes.');
});
