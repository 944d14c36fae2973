import { createMemoryStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { createRunBook } from './run-book.js'

const run = { id: 'run_1', sessionId: 's', fingerprint: '', createdAtMs: Date.now(), echoed: { metadata: {} } }
const tokens = { inputTokens: 7, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }

function openBook() {
  const { values } = createMemoryStore()
  if (!values) throw new Error('The store keeps no values.')
  return createRunBook(values)
}

type Book = ReturnType<typeof openBook>

test.each<[string, (book: Book) => Promise<unknown>]>([
  ['before', (book) => book.begin(run.id, tokens).then(() => book.add(run))],
  ['while', (book) => Promise.all([book.begin(run.id, tokens), book.add(run)])],
  ['while, a little later,', (book) => Promise.all([book.add(run), book.begin(run.id, tokens)])],
  ['after', (book) => book.add(run).then(() => book.begin(run.id, tokens))],
])('records the start of a turn that starts %s its record is added', async (_, begin) => {
  const book = openBook()
  await begin(book)
  expect(await book.get(run.id)).toEqual({ ...run, usageBefore: tokens })
})
