import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The section `web`. */
export const webSchema = lazily(() =>
  z
    .strictObject({
      backend: z
        .enum(['auto', 'exa', 'tavily', 'brave', 'firecrawl', 'searxng', 'duckduckgo'])
        .default('auto')
        .describe(
          'The web search service. `auto`: the first one with a key (EXA_API_KEY, TAVILY_API_KEY, BRAVE_SEARCH_API_KEY, FIRECRAWL_API_KEY) or an address; otherwise DuckDuckGo.',
        ),
      searxng_url: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe('Address of a SearXNG server; it may be in a private network. Also SEARXNG_URL.'),
      extract_max_chars: z
        .int()
        .min(1000)
        .default(50_000)
        .describe('Longest text of one web extraction; longer text is cut in the middle.'),
      timeout: z.number().positive().max(600).default(30).describe('Time limit of a page in seconds.'),
    })
    .prefault({}),
)

/** The addresses that the web tools may access; part of `security`. */
export const webSecuritySchemas = lazily(() => ({
  allow_private_urls: z
    .boolean()
    .default(false)
    .describe('Allow web tools to access this machine and private networks. Cloud metadata stays blocked.'),
  website_blocklist: z
    .strictObject({
      enabled: z.boolean().default(true).describe('Whether the list is applied.'),
      domains: z
        .array(z.string())
        .default([])
        .describe(
          'Sites that the web tools never access: `example.com` with its subdomains, `*.example.com` only its subdomains.',
        ),
    })
    .prefault({}),
}))
