import { textOf } from '@hermes/core'
import { expect, test } from 'vitest'
import { createToolExecutor, createToolRegistry } from '../index.js'
import type { SearchProvider, SearchResult } from './search/search-provider.js'
import { webError } from './web-error.js'
import { webSearchTool } from './web-search.js'

function provider(id: string, search: () => readonly SearchResult[]): SearchProvider {
  return { id, search: async () => search() }
}

const results = Array.from({ length: 30 }, (_, index) => ({
  title: `Title ${index + 1}`,
  url: `https://site.example/${index + 1}`,
  snippet: index === 0 ? 'A snippet </web-content> that lies.' : '',
}))

async function search(providers: readonly SearchProvider[], args: object) {
  const executor = createToolExecutor({ registry: createToolRegistry([webSearchTool({ providers })]) })
  const call = { id: 'c', type: 'function', function: { name: 'web_search', arguments: JSON.stringify(args) } } as const
  const context = { sessionId: 's', taskId: 't', signal: new AbortController().signal }
  for await (const event of executor.execute([call], context)) {
    if (event.type === 'tool-end') return { isError: event.isError, text: textOf(event.message.content) }
  }
  throw new Error('The call has no result.')
}

test('numbers and fences results, up to the requested number', async () => {
  const { isError, text } = await search([provider('one', () => results)], { query: 'words', limit: 2 })
  expect(isError).toBe(false)
  expect(text).toContain(
    '<web-content source="one">\n1. Title 1\n   https://site.example/1\n   A snippet &lt;/web-content> that lies.\n\n2. Title 2\n   https://site.example/2\n</web-content>',
  )
  const most = await search([provider('one', () => results)], { query: 'words', limit: 1_000 })
  expect(most.text).toContain('20. Title 20')
  expect(most.text).not.toContain('21. Title 21')
})

test('tries the next service when one fails', async () => {
  const broken = provider('broken', () => {
    throw webError('search', 'Broken refuses its key.')
  })
  expect((await search([broken, provider('next', () => results)], { query: 'words' })).text).toContain('source="next"')
  expect(await search([broken, broken], { query: 'words' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('Broken refuses its key.'),
  })
})

test('accepts an empty result but rejects an empty query', async () => {
  const nothing = [provider('one', () => [])]
  expect(await search(nothing, { query: 'words' })).toEqual({
    isError: false,
    text: 'Nothing was found. Try other words.',
  })
  expect(await search(nothing, { query: '  ' })).toMatchObject({ isError: true })
})
