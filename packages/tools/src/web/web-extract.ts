import { type ContentOrigin, defineTool, describeError, type Tool } from '@hermes/core'
import { webOrigin } from '@hermes/core/origins'
import { loadOnce } from '@hermes/safety'
import * as z from 'zod'
import { boundText } from '../shared/bound-output.js'
import { fenceUntrusted, untrustedNote } from '../shared/fence-untrusted.js'
import type { SpillStore } from '../spill/spill-store.js'
import { assessAddresses } from './assess-addresses.js'
import type { ReadPage } from './extract/page-reader.js'
import type { SafeFetchOptions } from './fetch/safe-fetch.js'
import type { Redact } from './holds-secret.js'
import { webExtractIdentity } from './tool-identities.js'

const mostUrls = 5

export interface WebExtractOptions {
  /** Maximum total characters of all pages of a call. The middle of a longer page is omitted. Default: 50,000. */
  readonly maxChars?: number
  /** Stores pages that are too long, so that `read_file` can read them. Default: the omitted part is lost. */
  readonly spill?: SpillStore
  /** Options for fetching pages. */
  readonly fetching?: Omit<SafeFetchOptions, 'accepts' | 'signal'>
  /** Removes secrets from text. Addresses that it changes require approval. Default: no secrets are known. */
  readonly redact?: Redact
}

const parameters = z.object({ urls: z.array(z.string()).min(1).max(mostUrls) })

/** Creates the `web_extract` tool, which reads pages of the public web. */
export function webExtractTool({ maxChars = 50_000, spill, fetching = {}, redact }: WebExtractOptions = {}): Tool {
  const reader = loadOnce(async () => (await import('./extract/page-reader.js')).createPageReader())
  return defineTool({
    ...webExtractIdentity,
    description: 'Read web pages and PDFs as Markdown.',
    parameters,
    effect: 'read',
    kind: 'fetch',
    concurrency: 'safe',
    callableFromPrograms: true,
    assess: async ({ urls }) => assessAddresses(Array.isArray(urls) ? urls : [], redact),
    run: async ({ urls }, { signal, sessionId, callId, run }) => {
      const room = Math.floor(maxChars / urls.length)
      const conversation = run?.rootSessionId ?? sessionId
      const keep = async (text: string) => (await spill?.keep(text, { conversation, callId }))?.path
      const pages = await Promise.all(urls.map((url) => readPage(url, { ...fetching, signal }, { room, keep, reader })))
      signal.throwIfAborted()
      const isError = pages.every((page) => page.isError)
      const content = pages.map(({ text }) => text).join('\n\n')
      const origins = pages.flatMap(({ origin }) => origin ?? [])
      return { content: isError ? content : `${untrustedNote()}\n\n${content}`, isError, origins }
    },
  })
}

const empty = '[the page is empty]'

interface Page {
  readonly text: string
  readonly isError: boolean
  /** Origin of the page. Absent when nothing was received. */
  readonly origin?: ContentOrigin
}

type Fetching = SafeFetchOptions & { readonly signal: AbortSignal }

/** Reads one page. A failure becomes the page's text, so that the other pages are still read. */
async function readPage(url: string, options: Fetching, shown: Shown): Promise<Page> {
  try {
    return await fetchPage(url, options, shown)
  } catch (error) {
    return { text: `Not read: ${describeError(error)}`, isError: true }
  }
}

interface Shown {
  /** Maximum length of the text, in characters. */
  readonly room: number
  readonly reader: () => Promise<ReadPage>
  /** Stores a longer text in a file, if possible, and returns the path. */
  keep(text: string): Promise<string | undefined>
}

async function fetchPage(url: string, options: Fetching, { room, keep, reader }: Shown): Promise<Page> {
  const [{ safeFetch }, { isReadable }, readText] = await Promise.all([
    import('./fetch/safe-fetch.js'),
    import('./extract/page-reader.js'),
    reader(),
  ])
  const fetched = await safeFetch(url, { ...options, accepts: isReadable })
  const { title, text, isCut } = await readText(fetched, options.signal)
  const isError = fetched.status >= 400
  const origin = webOrigin(fetched.url.href)
  const heading = title ? `# ${title}\n\n` : ''
  const cut = fetched.isCut || isCut ? '\n\n[the page continues: it was too large to be read completely]' : ''
  const whole = `${heading}${text}${cut}`
  if (isError) {
    const fenced = fenceUntrusted(boundText(whole, Math.min(room, 2_000)) || empty, fetched.url.href)
    return { text: `HTTP status ${fetched.status}:\n${fenced}`, isError, origin }
  }
  const file = whole.length > room ? await keep(fenceUntrusted(whole, fetched.url.href)) : undefined
  const fenced = fenceUntrusted(boundText(whole, room) || empty, fetched.url.href)
  return { text: file ? `${fenced}\nThe whole page is in ${file}.` : fenced, isError, origin }
}
