import { deflateSync } from 'node:zlib'

/** Creates a valid PDF of less than 500 kB that takes a parser minutes to read. */
export function slowPdf(): Buffer {
  const content = deflateSync(`BT /F1 24 Tf 72 720 Td ${'(x) Tj 1 0 Td '.repeat(8_000_000)} ET`).toString('latin1')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  const starts = objects.map((_, index) => '%PDF-1.4\n'.length + objects.slice(0, index).join('').length)
  const body = `%PDF-1.4\n${objects.join('')}`
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 6\n0000000000 65535 f \n${rows}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`
  return Buffer.from(`${body}${end}`, 'latin1')
}
