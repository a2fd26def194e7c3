import PdfDocument from 'pdfkit';

/** A PDF as programs write them. */
export async function aPdf(
  draw: (pdf: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const pdf = new PdfDocument({ bufferPages: true, ...options });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  draw(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}

/** A PDF made of objects as they are written here, the first of them its catalog. */
export function rawPdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  for (const [index, object] of objects.entries()) {
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  // Without a table of where the objects are: readers then look for them.
  return Buffer.concat([...parts, Buffer.from(`trailer <</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF\n`)]);
}

export function pdfStream(content: Buffer | string, dictionary = ''): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}
