import * as z from 'zod'
import { webError } from '../web-error.js'
import type { SearchResult } from './search-provider.js'

/**
 * Parses the answer of a service with a schema. Drops results without a valid address.
 *
 * @throws {HermesError} `web/search` when the answer does not match.
 */
export function toResults<Answer>(
  service: string,
  answer: unknown,
  { schema, pick }: { readonly schema: z.ZodType<Answer>; readonly pick: (answer: Answer) => readonly SearchResult[] },
): readonly SearchResult[] {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw webError('search', `${service} returned an unknown format.`, parsed.error)
  return pick(parsed.data).flatMap(({ title, url, snippet }) => {
    if (!/^https?:\/\//i.test(url)) return []
    return [{ title: plain(title) || url, url, snippet: plain(snippet) }]
  })
}

/** Schema for a string that services omit or set to `null` when it is empty. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

const longestSnippet = 600

/** Returns the text on one line, without the highlighting of query words. */
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
