import { oneLine } from '@hermes/safety'
import { webError } from '../web-error.js'
import { askService } from './ask-service.js'
import type { SearchProvider, SearchProviderOptions, SearchResult } from './search-provider.js'

/** Creates a provider for DuckDuckGo's page for browsers without JavaScript. Needs no key, but limits frequent requests. */
export function createDuckDuckGoSearch({
  baseUrl = 'https://html.duckduckgo.com',
  ...options
}: SearchProviderOptions = {}): SearchProvider {
  return {
    id: 'duckduckgo',
    async search(query, { signal }) {
      const url = new URL('/html/', baseUrl)
      url.search = new URLSearchParams({ q: query }).toString()
      const html = await askService({ service: 'DuckDuckGo', url, signal, ...options })
      return await readResults(html)
    },
  }
}

async function readResults(html: string): Promise<readonly SearchResult[]> {
  const [{ parseHtml }, { simplifyHtml }] = await Promise.all([
    import('../extract/parse-html.js'),
    import('../extract/simplify-html.js'),
  ])
  const page = parseHtml(simplifyHtml(html).html)
  const results = [...page.querySelectorAll('.result')].flatMap((result) => {
    if (/\bresult--ad\b/.test(result.className)) return []
    const link = result.querySelector('a.result__a')
    const url = targetOf(link?.getAttribute('href') ?? '')
    if (!url) return []
    const snippet = oneLine(result.querySelector('.result__snippet')?.textContent ?? '')
    return [{ title: oneLine(link?.textContent ?? '') || url, url, snippet }]
  })
  if (results.length > 0 || page.querySelector('.no-results')) return results
  throw webError(
    'search',
    'DuckDuckGo shows a bot check instead of results: try again later, or set the key of another search service.',
  )
}

/** Returns the target of a link. Links go through a tracking page that has the target as a parameter. */
function targetOf(href: string): string | undefined {
  if (href === '' || !URL.canParse(href, 'https://duckduckgo.com')) return undefined
  const url = new URL(href, 'https://duckduckgo.com')
  const target = url.pathname === '/l/' ? (url.searchParams.get('uddg') ?? '') : url.href
  return /^https?:\/\//i.test(target) ? target : undefined
}
