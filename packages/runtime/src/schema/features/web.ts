import * as z from 'zod'

/** The section `web`. */
export const webSchema = z
  .strictObject({
    backend: z
      .enum(['auto', 'exa', 'tavily', 'brave', 'firecrawl', 'searxng', 'duckduckgo'])
      .default('auto')
      .describe(
        'Who answers web searches. `auto`: the first that has a key (EXA_API_KEY, TAVILY_API_KEY, BRAVE_SEARCH_API_KEY, FIRECRAWL_API_KEY) or an address; DuckDuckGo without any.',
      ),
    searxng_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Address of a SearXNG server; it may be in your own network. Also SEARXNG_URL.'),
    extract_max_chars: z
      .int()
      .min(1000)
      .default(50_000)
      .describe('Longest text that one reading of web pages gives; the middle of a longer one is left out.'),
    timeout: z
      .number()
      .positive()
      .max(600)
      .default(30)
      .describe('Seconds until a page that does not come is given up.'),
  })
  .prefault({})

/** What may be reached on the web; part of `security`. */
export const webSecuritySchemas = {
  allow_private_urls: z
    .boolean()
    .default(false)
    .describe('Let the web tools reach this machine and private networks. Cloud metadata stays out of reach.'),
  website_blocklist: z
    .strictObject({
      enabled: z.boolean().default(true).describe('Whether the list counts.'),
      domains: z
        .array(z.string())
        .default([])
        .describe(
          'Sites that the web tools never read: `example.com` with all below it, `*.example.com` what is below it.',
        ),
    })
    .prefault({}),
}
