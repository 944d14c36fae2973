import { expect, test } from 'vitest'
import { metadataSchema } from './metadata-schema.js'

const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, '']))

test.each([
  ['16 entries', entries(16), true],
  ['17 entries', entries(17), false],
  ['a name of 64 characters', { ['n'.repeat(64)]: '' }, true],
  ['a name of 65 characters', { ['n'.repeat(65)]: '' }, false],
  ['a value of 512 characters', { n: 'v'.repeat(512) }, true],
  ['a value of 513 characters', { n: 'v'.repeat(513) }, false],
])('metadata with %s', (_, metadata, isAccepted) => {
  expect(metadataSchema.safeParse(metadata).success).toBe(isAccepted)
})
