import { docxOf, packed } from '../../test/support/zip-bytes';
import { readDocx } from './read-docx';

const NAMES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
  xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
  xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"
  xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"`;
const signs = (text: string): string => `<m:r><w:rPr/><m:t>${text}</m:t></m:r>`;
const part = (name: string, ...content: string[]): string => `<m:${name}>${content.join('')}</m:${name}>`;
const FORMULA = [
  signs('a&lt;'),
  part('f', part('num', signs('b+c')), part('den', signs('2'))),
  part('sSup', part('e', signs('x')), part('sup', signs('2'))),
  part('rad', part('deg', signs('3')), part('e', signs('3y'))),
  part('d', part('dPr', '<m:begChr m:val="|"/><m:endChr m:val="|"/>'), part('e', signs('z'))),
  part(
    'nary',
    part('naryPr', '<m:chr m:val="∑"/>'),
    part('sub', signs('i')),
    part('sup', signs('10')),
    part('e', signs('i')),
  ),
].join('');
const DRAWN = `xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"
  xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`;
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const paragraph = (content: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const field = (instruction: string, result: string, properties = ''): string =>
  [
    '<w:fldChar w:fldCharType="begin"/>',
    `<w:instrText>${instruction}</w:instrText>`,
    '<w:fldChar w:fldCharType="separate"/>',
    `<w:t>${result}</w:t>`,
    '<w:fldChar w:fldCharType="end"/>',
  ]
    .map((part) => `<w:r><w:rPr>${properties}</w:rPr>${part}</w:r>`)
    .join('');
const style = (kind: string, id: string, more: string): string =>
  `<w:style w:type="${kind}" w:styleId="${id}"><w:name w:val="${id}"/>${more}</w:style>`;
const VANISH = '<w:rPr><w:vanish/></w:rPr>';

async function textOf(body: string, styles = ''): Promise<string> {
  const bytes = docxOf(packed(`<w:document ${NAMES}><w:body>${body}</w:body></w:document>`), {
    'word/_rels/document.xml.rels': packed(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'word/styles.xml': packed(`<w:styles ${NAMES}>${styles}</w:styles>`),
  });
  return (await readDocx(bytes)).text;
}

describe('hidden text of Word documents is not read', () => {
  it.each<[string, string, string]>([
    ['by itself', paragraph(run('Ten.') + run(' Secret.', '<w:vanish/>')), ''],
    [
      'by the style of its characters',
      paragraph(run('Ten.') + run(' Secret.', '<w:rStyle w:val="Inner"/>')),
      style('character', 'Inner', VANISH),
    ],
    [
      'by the style of its paragraph',
      paragraph(run('Secret.'), '<w:pStyle w:val="Guide"/>') + paragraph(run('Ten.')),
      style('paragraph', 'Guide', VANISH),
    ],
    [
      'by a style that goes on from one',
      paragraph(run('Secret.'), '<w:pStyle w:val="Mine"/>') + paragraph(run('Ten.')),
      style('paragraph', 'Guide', VANISH) + style('paragraph', 'Mine', '<w:basedOn w:val="Guide"/>'),
    ],
    [
      'in the instruction of a field',
      paragraph(
        field('IF', 'Ten.').replace('</w:instrText></w:r>', `</w:instrText></w:r>${field('MERGEFIELD x', 'Secret.')}`),
      ),
      '',
    ],
    ['in a field', paragraph(run('Ten.') + field('REF x', 'Secret.', '<w:vanish/>')), ''],
    [
      'that waits to be filled in',
      paragraph(
        `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Click here.')}</w:sdtContent></w:sdt>${run('Ten.')}`,
      ),
      '',
    ],
  ])('%s', async (_how, body, styles) => {
    expect(await textOf(body, styles)).toBe('Ten.');
  });

  it.each<[string, string]>([
    ['itself', paragraph(run('Ten.', '<w:rStyle w:val="Inner"/><w:vanish w:val="0"/>'))],
    ['what it was before', paragraph(run('Ten.', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>'))],
    ['the mark of its paragraph', paragraph(run('Ten.'), VANISH)],
  ])('but text is, which is not hidden by %s', async (_what, body) => {
    expect(await textOf(body, style('character', 'Inner', VANISH))).toBe('Ten.');
  });
});

describe('text that Word shows is read', () => {
  it.each<[string, string, string]>([
    ['a simple field', `${run('Page ')}<w:fldSimple w:instr=" PAGE ">${run('7')}</w:fldSimple>${run('.')}`, 'Page 7.'],
    [
      'another direction',
      `${run('A ')}<w:bdo w:val="rtl">${run('B')}</w:bdo><w:dir w:val="rtl">${run(' C')}</w:dir>`,
      'A B C',
    ],
    [
      'what has its pronunciation',
      `<w:r><w:ruby><w:rubyPr><w:hps w:val="12"/></w:rubyPr><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r>${run('です')}`,
      '漢字です',
    ],
    ['another line', '<w:r><w:t>One</w:t><w:cr/><w:t>two</w:t></w:r>', 'One\ntwo'],
    ['a column', '<w:r><w:t>One</w:t><w:ptab w:alignment="right"/><w:t>two</w:t></w:r>', 'One two'],
    ['another page', '<w:r><w:t>One</w:t><w:br w:type="page"/><w:t>two</w:t></w:r>', 'One\ntwo'],
    [
      'boxes to tick',
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☒')}</w:sdtContent></w:sdt>${run(' Yes ')}<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${run(' No')}`,
      '☒ Yes ☐ No',
    ],
    ['a formula', `${run('Area ')}<m:oMath>${FORMULA}</m:oMath>${run(' of')}`, 'Area a<(b+c)/2x^2∛(3y)|z|∑_i^10i of'],
    [
      'a formula of its own',
      `<m:oMathPara><m:oMathParaPr/><m:oMath>${FORMULA}</m:oMath></m:oMathPara>`,
      'a<(b+c)/2x^2∛(3y)|z|∑_i^10i',
    ],
    ['no struck words', run('Old', '<w:dstrike/>') + run('New'), 'New'],
  ])('%s', async (_what, content, text) => {
    expect(await textOf(paragraph(content))).toBe(text);
  });
});

describe('a text box is read once', () => {
  const box = (text: string): string => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`;
  const drawing = (content: string): string =>
    `<w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx>${content}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`;
  const forms = (choice: string, fallback: string): string =>
    `<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice>${fallback}</mc:AlternateContent>`;
  const old = (shape: string, content: string): string =>
    `<w:pict><v:${shape}><v:textbox>${content}</v:textbox></v:${shape}></w:pict>`;

  it.each<[string, string]>([
    ['of Word', forms(drawing(box('Box.')), `<mc:Fallback>${old('shape', box('Box.'))}</mc:Fallback>`)],
    [
      'of Google Docs, a picture for old programs',
      forms(drawing(box('Box.')), '<mc:Fallback><w:drawing><wp:inline/></w:drawing></mc:Fallback>'),
    ],
    ['for new programs only', forms(drawing(box('Box.')), '')],
    ['of one form', drawing(box('Box.'))],
    ['of old programs', old('oval', box('Box.'))],
  ])('%s', async (_what, content) => {
    const body = paragraph(`${run('Text.')}<w:r>${content}</w:r>`).replace('<w:p>', `<w:p ${DRAWN}>`);
    expect(await textOf(body)).toBe('Text.\n\nBox.');
  });

  it('in its order with others, and without what it hides', async () => {
    const group = `${box('One.')}${box('Two.').replace('<w:r>', `${run('Secret.', '<w:vanish/>')}<w:r>`)}`;
    const body = paragraph(`${run('Text.')}<w:r>${drawing(group)}</w:r>`).replace('<w:p>', `<w:p ${DRAWN}>`);
    expect(await textOf(body)).toBe('Text.\n\nOne.\n\nTwo.');
  });
});
