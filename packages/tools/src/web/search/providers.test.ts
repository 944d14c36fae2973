import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createBraveSearch } from './brave.js'
import { createDuckDuckGoSearch } from './duckduckgo.js'
import { createExaSearch } from './exa.js'
import { createFirecrawlSearch } from './firecrawl.js'
import type { SearchProvider } from './search-provider.js'
import { createSearxngSearch } from './searxng.js'
import { createTavilySearch } from './tavily.js'

interface Seen {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Starts a search service on loopback with a fixed answer, and records the requests. */
async function startService(answer: string, status = 200) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request
    seen.push({ method, path, headers, body: await readText(request) })
    response.writeHead(status, { location: '/elsewhere' }).end(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return { baseUrl: `http://127.0.0.1:${address.port}`, seen }
}

const apiKey = 'key-of-a-test'
const options = () => ({ limit: 3, signal: new AbortController().signal })
const first = { title: 'First & foremost', url: 'https://one.example/a?b=1', snippet: 'What one says.' }
const second = { title: 'https://two.example/', url: 'https://two.example/', snippet: '' }

interface Service {
  readonly create: (baseUrl: string) => SearchProvider
  readonly answer: unknown
  readonly asked: Record<string, unknown>
}

const services: Readonly<Record<string, Service>> = {
  exa: {
    create: (baseUrl) => createExaSearch({ apiKey, baseUrl }),
    answer: {
      requestId: 'r',
      results: [
        { id: '1', ...first, text: first.snippet },
        { url: second.url, title: null },
      ],
    },
    asked: { method: 'POST', path: '/search', headers: expect.objectContaining({ 'x-api-key': apiKey }) },
  },
  tavily: {
    create: (baseUrl) => createTavilySearch({ apiKey, baseUrl }),
    answer: { query: 'q', results: [{ ...first, content: first.snippet, score: 0.9 }, { url: second.url }] },
    asked: { method: 'POST', path: '/search', headers: expect.objectContaining({ authorization: `Bearer ${apiKey}` }) },
  },
  brave: {
    create: (baseUrl) => createBraveSearch({ apiKey, baseUrl }),
    answer: {
      type: 'search',
      web: {
        results: [
          { ...first, title: 'First &amp; foremost', description: 'What <strong>one</strong> says.' },
          { url: second.url },
        ],
      },
    },
    asked: {
      method: 'GET',
      path: '/res/v1/web/search?q=two+words&count=3',
      headers: expect.objectContaining({ 'x-subscription-token': apiKey }),
    },
  },
  searxng: {
    create: (baseUrl) => createSearxngSearch({ baseUrl: `${baseUrl}/searx/` }),
    answer: {
      results: [
        { ...first, content: first.snippet, engine: 'x' },
        { url: second.url, content: null },
      ],
    },
    asked: { method: 'GET', path: '/searx/search?q=two+words&format=json' },
  },
  firecrawl: {
    create: (baseUrl) => createFirecrawlSearch({ apiKey, baseUrl }),
    answer: { success: true, data: { web: [{ ...first, description: first.snippet }, { url: second.url }] } },
    asked: {
      method: 'POST',
      path: '/v2/search',
      headers: expect.objectContaining({ authorization: `Bearer ${apiKey}` }),
    },
  },
  'firecrawl, its older form': {
    create: (baseUrl) => createFirecrawlSearch({ apiKey, baseUrl }),
    answer: { success: true, data: [{ ...first, description: first.snippet }, { url: second.url }] },
    asked: { method: 'POST', path: '/v2/search' },
  },
}

test.each(Object.entries(services))(
  '%s sends its own request format and parses the answer',
  async (_, { create, answer, asked }) => {
    const { baseUrl, seen } = await startService(JSON.stringify(answer))
    expect(await create(baseUrl).search('two words', options())).toEqual([first, second])
    expect(seen).toEqual([expect.objectContaining(asked)])
    if (asked.method === 'POST') expect(seen[0]?.body).toContain('"query":"two words"')
  },
)

test.each(Object.entries(services))('%s: drops results without a web address', async (_, { create, answer }) => {
  const hostile = JSON.stringify(answer).replaceAll('https://one.example/a?b=1', 'javascript:alert(1)')
  const { baseUrl } = await startService(hostile)
  expect(await create(baseUrl).search('two words', options())).toEqual([second])
})

const problems = [
  [401, '{}', 'rejects its key (HTTP 401): check the key.'],
  [429, '{}', 'gets too many requests (HTTP 429): try again later.'],
  [500, 'oops', 'answered with HTTP 500.'],
  [302, '', 'answered with HTTP 302.'],
  [200, 'no json', 'returned invalid JSON.'],
  [200, '{"other": 1, "web": 2, "results": 3}', 'returned an unknown format.'],
] as const

test.each(problems)('HTTP %i with %s is an error message without the key', async (status, body, sentence) => {
  for (const { create } of Object.values(services)) {
    const { baseUrl, seen } = await startService(body, status)
    const error = await create(baseUrl)
      .search('words', options())
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'web/search', message: expect.stringContaining(sentence) })
    expect(String(error)).not.toContain(apiKey)
    expect(seen).toHaveLength(1)
  }
})

const resultsPage = `<html><body><div id="links" class="results">
<div class="result results_links result--ad"><h2><a class="result__a" href="https://duckduckgo.com/y.js?ad=1">Buy</a></h2></div>
<div class="result results_links web-result"><h2 class="result__title">
  <a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fone.example%2Fa%3Fb%3D1&amp;rut=abc">First &amp; <b>foremost</b></a></h2>
  <a class="result__snippet" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fone.example%2F">What <b>one</b> says.</a></div>
<div class="result web-result"><h2><a class="result__a" href="https://two.example/"></a></h2></div>
<div class="result web-result"><h2><a class="result__a" href="//duckduckgo.com/l/?uddg=javascript%3Aalert(1)">Bad</a></h2></div>
</div></body></html>`

test('DuckDuckGo needs no key', async () => {
  const { baseUrl, seen } = await startService(resultsPage)
  expect(await createDuckDuckGoSearch({ baseUrl }).search('two words', options())).toEqual([first, second])
  expect(seen).toEqual([expect.objectContaining({ method: 'GET', path: '/html/?q=two+words' })])
})

test('DuckDuckGo: accepts an empty result but reports its bot check', async () => {
  const nothing = await startService('<div class="result"><div class="no-results">No results found.</div></div>')
  expect(await createDuckDuckGoSearch({ baseUrl: nothing.baseUrl }).search('x', options())).toEqual([])
  const challenge = await startService(
    '<form id="challenge-form"><div class="anomaly-modal">Select all ducks</div></form>',
  )
  await expect(createDuckDuckGoSearch({ baseUrl: challenge.baseUrl }).search('x', options())).rejects.toThrow(
    'bot check',
  )
})

test('reports an unreachable service', async () => {
  const search = createSearxngSearch({ baseUrl: 'http://127.0.0.1:1' })
  await expect(search.search('x', options())).rejects.toThrow('SearXNG cannot be reached')
})
