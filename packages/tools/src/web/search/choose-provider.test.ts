import { expect, test } from 'vitest'
import { chooseProviders, type SearchSettings } from './choose-provider.js'

const idsOf = (settings: SearchSettings) => chooseProviders(settings).map(({ id }) => id)

test('selects the provider with a key or an address, or else DuckDuckGo', () => {
  expect(idsOf({})).toEqual(['duckduckgo'])
  expect(idsOf({ variables: { TAVILY_API_KEY: 'k', BRAVE_SEARCH_API_KEY: 'k' } })).toEqual(['tavily', 'duckduckgo'])
  expect(idsOf({ variables: { SEARXNG_URL: 'http://10.0.0.2' } })).toEqual(['searxng', 'duckduckgo'])
  expect(idsOf({ variables: { EXA_API_KEY: '' } })).toEqual(['duckduckgo'])
})

test('sends searches only to the named provider', () => {
  expect(idsOf({ backend: 'searxng', searxngUrl: 'http://10.0.0.2', variables: { EXA_API_KEY: 'k' } })).toEqual([
    'searxng',
  ])
  expect(idsOf({ backend: 'duckduckgo', variables: { EXA_API_KEY: 'k' } })).toEqual(['duckduckgo'])
})

test('rejects a named provider without its settings', () => {
  expect(() => chooseProviders({ backend: 'brave' })).toThrow(
    expect.objectContaining({
      path: 'web.backend',
      message: 'web.backend is "brave", but BRAVE_SEARCH_API_KEY is not set.',
    }),
  )
})
