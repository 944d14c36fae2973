import { pdfPages } from '../../shared/pdf/pdf-pages.js'
import type { ToText } from './to-text.js'

/** The pages of a PDF, read in a worker thread. */
export const pdfText: ToText = async (bytes, signal) => {
  const pages = await pdfPages(bytes, signal)
  if (pages.every((page) => page.trim() === '')) throw new Error('it contains only images and no text')
  return pages.map((page, index) => `[page ${index + 1}]\n${page.trim()}`).join('\n\n')
}
