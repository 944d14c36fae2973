import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shellQuote } from './shell-quote.js'

/** Any text without NUL, which arguments cannot contain. */
const text = fc
  .string({ unit: 'binary', maxLength: 100 })
  .filter((value) => !value.includes('\0') && value.isWellFormed())

test('a shell reads the quoted text back as one word', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (words) => {
      const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${words.map(shellQuote).join(' ')}`])
      expect(stdout.toString()).toBe(words.map((word) => `${word}\0`).join(''))
    }),
    { numRuns: 30 },
  )
})

test.each([
  ["it's", `'it'\\''s'`],
  ['', `''`],
])('%j becomes %s', (word, quoted) => expect(shellQuote(word)).toBe(quoted))
