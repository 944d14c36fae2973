import { answerJobs } from '@hermes/safety/worker'

export const pdfWorker = answerJobs('pdf', import.meta.url, ({ bytes }: { readonly bytes: Uint8Array }) =>
  pagesOf(bytes),
)

const maxPages = 2_000
const maxChars = 5_000_000

async function pagesOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(bytes, { verbosity: 0 })
  const pages: string[] = []
  for (let number = 1, chars = 0; number <= Math.min(document.numPages, maxPages) && chars < maxChars; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    pages.push(text)
    chars += text.length
    page.cleanup()
  }
  return pages
}
