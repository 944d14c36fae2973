import * as z from 'zod'
import { webError } from '../web-error.js'
import type { SearchResult } from './search-provider.js'

/**
 * The results in a service's answer, read with the service's own schema. Those without an address that can be opened are left
 * out. @throws {HermesError} `web/search` when the answer has another shape.
 */
export function toResults<Answer>(
  service: string,
  answer: unknown,
  { schema, pick }: { readonly schema: z.ZodType<Answer>; readonly pick: (answer: Answer) => readonly SearchResult[] },
): readonly SearchResult[] {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw webError('search', `${service} answered in a form that is not known.`, parsed.error)
  return pick(parsed.data).flatMap(({ title, url, snippet }) => {
    if (!/^https?:\/\//i.test(url)) return []
    return [{ title: plain(title) || url, url, snippet: plain(snippet) }]
  })
}

/** A text that services leave out, or have as `null`, when there is none. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

const longestSnippet = 600

/** One line without the marks that services put around the words of the query. */
function plain(text: string): string {
  const line = text
    .replace(/<\/?(?:b|em|strong|mark)>/gi, '')
    .replace(/&(?:amp|lt|gt|quot|#0?39|#x27);/g, (name) => signs[name] ?? name)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > longestSnippet ? `${line.slice(0, longestSnippet)}...` : line
}

const signs: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#039;': "'",
  '&#x27;': "'",
}
