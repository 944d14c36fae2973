import type { Message } from '@hermes/core'
import { atOnce } from '@hermes/safety'
import { expect, test } from 'vitest'
import { toBlocks } from '../blocks.js'
import { estimateTextTokens } from '../estimate-tokens.js'
import { renderSections, toSections } from '../extract/sections.js'
import { askForSummary } from './ask-for-summary.js'
import { toPassages } from './render-transcript.js'
import type { SummaryRequest } from './summarize.js'

const { signal } = new AbortController()

async function ask(count: number, contextTokens: number) {
  const messages = Array.from({ length: count }, (_, n): Message => {
    return { role: n % 2 ? 'assistant' : 'user', content: `${n}: ${'some words and more of them '.repeat(20)}` }
  })
  const requests: SummaryRequest[] = []
  const answer = await askForSummary(
    {
      sessionId: 's',
      signal,
      sideCalls: undefined,
      passages: atOnce(toPassages(toBlocks(messages))),
      previous: undefined,
      newestAsk: undefined,
      focusTopic: undefined,
      tokens: 400,
    },
    {
      contextTokens,
      countTokens: estimateTextTokens,
      redact: (text) => text,
      summarize: async (request) => {
        requests.push(request)
        return renderSections(toSections(() => [`- after piece ${requests.length}`]))
      },
    },
  )
  return { requests, answer }
}

test('sends a transcript that fits in one request', async () => {
  expect((await ask(40, 32_000)).requests).toHaveLength(1)
})

test('splits the transcript for a small window and includes the summary so far', async () => {
  const { requests, answer } = await ask(80, 6_000)
  expect(requests.length).toBeGreaterThan(1)
  requests.forEach(({ system, prompt, maxTokens }, index) => {
    expect(estimateTextTokens(system + prompt) + maxTokens).toBeLessThan(6_000)
    if (index > 0) expect(prompt).toContain(`> - after piece ${index}`)
  })
  expect(answer.parsed?.sections.Goal).toEqual([`- after piece ${requests.length}`])
})

test('bounds the number of requests', async () => {
  const { requests } = await ask(900, 6_000)
  expect(requests.length).toBeLessThanOrEqual(6)
})

test('does not ask a model whose window is too small', async () => {
  const { requests, answer } = await ask(10, 1_000)
  expect(requests).toHaveLength(0)
  expect(answer.failure?.kind).toBe('garbled')
})
