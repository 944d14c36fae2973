import { createMemoryStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { strangerOf } from '../../../testing/stranger-of.js'
import { createPairing } from './pairing.js'

const nobody = async () => false

test('says how long codes are rejected after too many wrong ones, and issues none meanwhile', async () => {
  const clock = { now: 1_000_000 }
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('The store has no values.')
  const pairing = createPairing(values, () => clock.now)
  const code = (await pairing.request('net', strangerOf('ada'), nobody)) ?? ''
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await pairing.approve('net', 'WRONG')).toBeUndefined()
  await expect(pairing.approve('net', code)).rejects.toThrow('net: try again in 60 minutes, with a new code.')
  expect(await pairing.request('net', strangerOf('bob'), nobody)).toBeUndefined()
  clock.now += 3_600_000
  const fresh = (await pairing.request('net', strangerOf('bob'), nobody)) ?? ''
  expect(await pairing.approve('net', fresh)).toMatchObject(strangerOf('bob'))
})

test('gives a new stranger the place of somebody who has become known', async () => {
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('The store has no values.')
  const pairing = createPairing(values)
  for (const stranger of ['ada', 'bob', 'cyd'])
    expect(await pairing.request('net', strangerOf(stranger), nobody)).toBeDefined()
  expect(await pairing.request('net', strangerOf('dan'), nobody)).toBeUndefined()
  expect(await pairing.request('net', strangerOf('dan'), async (userId) => userId === 'bob')).toBeDefined()
  expect((await pairing.list()).map(({ userId }) => userId)).toEqual(['ada', 'cyd', 'dan'])
})
