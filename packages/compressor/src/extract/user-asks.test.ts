import { expect, test } from 'vitest'
import { boundAsks } from './user-asks.js'

const countTokens = (text: string) => text.length

test('keeps all messages that fit, verbatim and in order, without duplicates', () => {
  const asks = ['Build it.', 'continue', 'In blue.', 'continue']
  expect(boundAsks(asks, { tokens: 1_000, countTokens })).toEqual(['Build it.', 'In blue.', 'continue'])
})

test('prefers the first message, the newest ones and those that change the task', () => {
  const chatter = Array.from({ length: 50 }, (_, n) => `And part ${n}, would you, when there is time.`)
  const asks = [
    'Build the shop.',
    'Never touch legacy/.',
    ...chatter,
    'Use pnpm instead of npm.',
    'ok',
    'Now the till.',
  ]
  const kept = boundAsks(asks, { tokens: 300, countTokens })
  expect(kept.join('').length).toBeLessThanOrEqual(300)
  for (const said of ['Build the shop.', 'Never touch legacy/.', 'Use pnpm instead of npm.', 'Now the till.']) {
    expect(kept).toContain(said)
  }
})

test('shortens a pasted document to its start and end, once', () => {
  const [kept = ''] = boundAsks([`Read this: ${'word '.repeat(5_000)}and fix it.`], { tokens: 5_000, countTokens })
  expect(kept).toMatch(/^Read this: [\s\S]+characters left out[\s\S]+and fix it\.$/)
  expect(boundAsks([kept], { tokens: 5_000, countTokens })).toEqual([kept])
})
