import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTokens } from './find-tokens.js'
import { isExampleToken } from './placeholders.js'
import { tokenPattern } from './token-patterns.js'

const letters = 'aB3dE6gH9jKlMnOpQrStUvWxYz0123456789abcdef'

/** Parts of keys and of the text around them. */
const parts = fc.oneof(
  fc.constantFrom('sk-', 'ghp_', 'AKIA', 'xoxb-', 'eyJ', 'hvs.', 'SG.', 'key-', '8Q~', '1//0', 'EAAC', '12345678:'),
  fc.constantFrom(' ', '\n', '"', '=', '.', '-', '/', '%3D', '\\n', '/bot', '\u001b[32m', '\u001b[1;3', 'm', 'é', '@'),
  fc.integer({ min: 0, max: 40 }).map((from) => letters.slice(from)),
  fc.constantFrom('xxxxxxxxxxxx', 'a-name-of-many-words', 'someFunctionName', 'dapi', 'AAAA'),
)

test('checking only long runs finds the same tokens as searching the whole text', () => {
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (list) => {
      const text = list.join('')
      const found = [...text.matchAll(tokenPattern)].filter(([token]) => !isExampleToken(token))
      expect(findTokens(text)).toEqual(
        found.map(({ index, 0: token }) => ({ start: index, end: index + token.length, isToken: true })),
      )
    }),
    { numRuns: 3000 },
  )
})
