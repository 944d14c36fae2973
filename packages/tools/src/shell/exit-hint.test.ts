import { expect, test } from 'vitest'
import { exitHint } from './exit-hint.js'

test.each([
  ['grep -r x .', 1, /no line matched/i],
  ['cd src && LC_ALL=C /usr/bin/grep x', 1, /no line matched/i],
  ['cat a | grep "x; y | z"', 1, /no line matched/i],
  ['diff a b', 1, /differ/],
  ['[ -f x ]', 1, /condition/],
  ['curl https://example.com', 6, /host name/],
  ['anything', 126, /permissions/],
  ['anything', 127, /not found/],
  ['anything', 137, /killed/],
  ['anything', 143, /SIGTERM/],
])('%s with %i', (command, code, meaning) => {
  expect(exitHint(command, code)).toMatch(meaning)
})

test.each([
  ['grep x .', 0],
  ['grep x .', 2],
  ['make', 1],
  ['grep x . | sort', 1],
  ['echo grep', 1],
  ['', 1],
])('%s with %i has no hint', (command, code) => {
  expect(exitHint(command, code)).toBeUndefined()
})
