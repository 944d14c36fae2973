import { defineTool, describeError, type Tool } from '@hermes/core'
import * as z from 'zod'
import { boundText } from '../bound-output.js'
import { fenceUntrusted, untrustedNote } from './fence-untrusted.js'
import type { SafeFetchOptions } from './fetch/safe-fetch.js'

const mostUrls = 5

export interface WebExtractOptions {
  /** Characters of all pages of a call together. Default 50,000; the middle of a longer page is left out. */
  readonly maxChars?: number
  /** How pages are fetched. */
  readonly fetching?: Omit<SafeFetchOptions, 'accepts' | 'signal'>
}

/** `web_extract`: what pages of the public web say. */
export function webExtractTool({ maxChars = 50_000, fetching = {} }: WebExtractOptions = {}): Tool {
  return defineTool({
    name: 'web_extract',
    description: 'Read web pages and PDFs as Markdown.',
    toolset: 'web',
    parameters: z.object({ urls: z.array(z.string()).min(1).max(mostUrls) }),
    effect: 'read',
    concurrency: 'safe',
    run: async ({ urls }, { signal }) => {
      const room = Math.floor(maxChars / urls.length)
      const pages = await Promise.all(urls.map((url) => readPage(url, { ...fetching, signal }, room)))
      signal.throwIfAborted()
      const isError = pages.every((page) => page.isError)
      const content = pages.map(({ text }) => text).join('\n\n')
      return { content: isError ? content : `${untrustedNote}\n\n${content}`, isError }
    },
  })
}

interface Page {
  readonly text: string
  readonly isError: boolean
}

/** One page that fails says why; the others are read all the same. */
async function readPage(url: string, options: SafeFetchOptions, maxChars: number): Promise<Page> {
  try {
    return await fetchPage(url, options, maxChars)
  } catch (error) {
    return { text: `Not read: ${describeError(error)}`, isError: true }
  }
}

async function fetchPage(url: string, options: SafeFetchOptions, maxChars: number): Promise<Page> {
  const [{ safeFetch }, { extractPage, isReadable }] = await Promise.all([
    import('./fetch/safe-fetch.js'),
    import('./extract/extract-page.js'),
  ])
  const fetched = await safeFetch(url, { ...options, accepts: isReadable })
  const { title, text, isCut } = await extractPage(fetched)
  const isError = fetched.status >= 400
  const heading = title ? `# ${title}\n\n` : ''
  const cut = fetched.isCut || isCut ? '\n\n[the page goes on: it was too large to be read to its end]' : ''
  const body = boundText(`${heading}${text}${cut}`, isError ? Math.min(maxChars, 2_000) : maxChars)
  const fenced = fenceUntrusted(body || '[the page is empty]', fetched.url.href)
  return { text: isError ? `HTTP status ${fetched.status}:\n${fenced}` : fenced, isError }
}
