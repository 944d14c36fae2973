import { isMainThread, parentPort, workerData } from 'node:worker_threads'

/**
 * Both the module that starts the worker and the worker's program, so that bundlers keep its URL valid. It must not
 * import other files of the package, because Node.js runs it unbundled too.
 */
export const pdfWorkerUrl: URL = new URL(import.meta.url)

const maxPages = 2_000
const maxChars = 5_000_000

if (!isMainThread && workerData?.hermesPdf instanceof Uint8Array) {
  parentPort?.postMessage(
    await pagesOf(workerData.hermesPdf).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    ),
  )
}

async function pagesOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
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
