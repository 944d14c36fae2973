import { createMemoryStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { createPairing } from './pairing.js'

test('says for how long no code is accepted after too many wrong ones, and gives none out', async () => {
  const clock = { now: 1_000_000 }
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('The store has no values.')
  const pairing = createPairing(values, () => clock.now)
  const code = (await pairing.request('net', 'ada')) ?? ''
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await pairing.approve('net', 'WRONG')).toBeUndefined()
  await expect(pairing.approve('net', code)).rejects.toThrow('net: try again in 60 minutes, with a new code.')
  expect(await pairing.request('net', 'bob')).toBeUndefined()
  clock.now += 3_600_000
  const fresh = (await pairing.request('net', 'bob')) ?? ''
  expect(await pairing.approve('net', fresh)).toBe('bob')
})
