import { type Message, sanitizeTranscript } from '@hermes/core'
import { anyHistory } from '@hermes/testkit/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pruneMessages } from './prune-messages.js'

const call = (id: string, name: string, args: object): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})
const result = (id: string, content: string): Message => ({ role: 'tool', tool_call_id: id, content })
const prune = (...messages: Message[]) => pruneMessages(messages, { recallTool: 'session_search' })

describe('replaces a long result with one line', () => {
  test('with the command, its exit code, its size and how to retrieve it', () => {
    const output = JSON.stringify({ output: `FAIL cart.test.ts\n${'x\n'.repeat(300)}`, exit_code: 1, error: null })
    const [, pruned] = prune(call('a', 'terminal', { command: 'npm test' }), result('a', output))
    expect(pruned).toMatchObject({
      role: 'tool',
      tool_call_id: 'a',
      content: expect.stringMatching(
        /^\[terminal "npm test": exit 1, 301 lines, [\d,]+ characters\. Left out to save room; session_search finds it .+\]$/,
      ),
    })
  })

  test('with the error', () => {
    const text = `start\nTypeError: price is not a number\n${'at x\n'.repeat(100)}`
    const [, pruned] = prune(call('a', 'terminal', { command: 'node shop.js' }), result('a', text))
    expect(pruned).toMatchObject({ content: expect.stringContaining('TypeError: price is not a number') })
  })

  test('with the file that contains the whole result', () => {
    const text = `${'x'.repeat(500)} [all of it is in /home/me/.hermes/cache/output-s1-c1-0a1b2c3d.txt]`
    const [, pruned] = prune(call('a', 'web_extract', { urls: ['https://a.example'] }), result('a', text))
    expect(pruned).toMatchObject({
      content: expect.stringMatching(
        /^\[web_extract "https:\/\/a\.example": .+all of it is in \/home\/me\/\.hermes\/cache\/output-s1-c1-0a1b2c3d\.txt\.\]$/,
      ),
    })
  })
})

test('keeps only the newest of equal results', () => {
  const text = 'y'.repeat(150)
  const kept = pruneMessages(
    [
      call('a', 'read_file', { path: 'a.ts' }),
      result('a', text),
      call('b', 'read_file', { path: 'a.ts' }),
      result('b', text),
    ],
    { limit: 100 },
  )
  expect(kept[1]).toMatchObject({ content: '[read_file "a.ts": the same result as a later call.]' })
})

test('shortens long arguments and keeps them valid JSON', () => {
  const [written] = prune(call('a', 'write_file', { path: 'a.ts', content: 'z"\n'.repeat(2_000) }))
  const args = written?.role === 'assistant' ? (written.tool_calls?.[0]?.function.arguments ?? '') : ''
  expect(JSON.parse(args)).toEqual({ path: 'a.ts', content: expect.stringMatching(/characters left out/) })
  expect(args.length).toBeLessThan(1_000)
})

test('replaces pictures with a note', () => {
  const picture: Message = {
    role: 'user',
    content: [
      { type: 'text', text: 'Look.' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ],
  }
  expect(prune(picture)[0]).toMatchObject({ content: [{ text: 'Look.' }, { text: '[a picture was here]' }] })
})

test('keeps the results of calls, keeps short messages as the same objects, and is idempotent', () => {
  fc.assert(
    fc.property(anyHistory(), (messages) => {
      const pruned = pruneMessages(messages, {})
      expect(sanitizeTranscript(pruned)).toBe(pruned)
      expect(pruned).toHaveLength(messages.length)
      pruned.forEach((message, index) => {
        if (JSON.stringify(messages[index]).length < 200) expect(message).toBe(messages[index])
      })
      expect(pruneMessages(pruned, { limit: 400 })).toEqual(pruned)
    }),
    { numRuns: 60 },
  )
})
