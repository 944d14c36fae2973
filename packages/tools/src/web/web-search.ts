import { defineTool, describeError, HermesError, type Tool } from '@hermes/core'
import * as z from 'zod'
import { fenceUntrusted, untrustedNote } from '../shared/fence-untrusted.js'
import { holdsSecret, type Redact } from './holds-secret.js'
import type { SearchOptions, SearchProvider, SearchResult } from './search/search-provider.js'
import { webSearchIdentity } from './tool-identities.js'

const mostResults = 20

export interface WebSearchOptions {
  /** Search providers, tried in this order until one answers. */
  readonly providers: readonly SearchProvider[]
  /** Removes secrets from text. Queries that it changes require approval. Default: no secrets are known. */
  readonly redact?: Redact
}

const parameters = z.object({ query: z.string().trim().min(1).max(2_000), limit: z.number().default(5) })

/** Creates the `web_search` tool. */
export function webSearchTool({ providers, redact = (text) => text }: WebSearchOptions): Tool {
  return defineTool({
    ...webSearchIdentity,
    description: 'Search the web: titles, addresses and snippets.',
    parameters,
    effect: 'read',
    kind: 'fetch',
    concurrency: 'safe',
    callableFromPrograms: true,
    callsPerTurn: 50,
    origins: () => [{ kind: 'web', name: 'web search' }],
    assess: async ({ query }) =>
      typeof query === 'string' && holdsSecret(query, redact)
        ? {
            verdict: 'ask',
            reasons: ['It sends a credential to a search service.'],
            subject: redact(query),
            outward: [],
          }
        : { verdict: 'run', reasons: [], outward: [] },
    run: async ({ query, limit }, { signal, report }) => {
      const most = Math.min(mostResults, Math.max(1, Math.trunc(limit)))
      const { provider, results } = await firstAnswer(providers, query, { limit: most, signal, report })
      if (results.length === 0) return 'Nothing was found. Try other words.'
      const list = results.slice(0, most).map(toEntry).join('\n\n')
      return {
        content: `${untrustedNote()}\n\n${fenceUntrusted(list, provider.id)}`,
        amount: { count: Math.min(most, results.length), unit: 'result' },
      }
    },
  })
}

interface Answer {
  readonly provider: SearchProvider
  readonly results: readonly SearchResult[]
}

async function firstAnswer(
  providers: readonly SearchProvider[],
  query: string,
  { report, ...options }: SearchOptions & { readonly report: (progress: string) => void },
): Promise<Answer> {
  const problems: string[] = []
  for (const provider of providers) {
    try {
      return { provider, results: await provider.search(query, options) }
    } catch (error) {
      options.signal.throwIfAborted()
      problems.push(describeError(error))
      report(describeError(error))
    }
  }
  throw new HermesError('web/search', problems.join(' ') || 'No search service is set up.')
}

function toEntry({ title, url, snippet }: SearchResult, index: number): string {
  return [`${index + 1}. ${title}`, `   ${url}`, ...(snippet ? [`   ${snippet}`] : [])].join('\n')
}
