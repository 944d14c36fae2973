import { call, fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { TurnOpening } from '../../contracts/agent/agent.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

const fast = { scripted: { speed: 'fast' } }
const usual = { scripted: { speed: 'usual' } }

async function speedsOf(opening: Omit<TurnOpening, 'providerOptions'>): Promise<readonly unknown[]> {
  const clock = { ms: 0 }
  // Each call of the tool takes 40 seconds.
  const wait = () => {
    clock.ms += 40_000
    return 'waited'
  }
  const transport = scripted([call('wait'), call('wait'), text('Done.'), text('Again.')])
  const agent = createAgent({
    transport,
    model: { id: 'm', providerOptions: usual, opening: { ...opening, providerOptions: fast } },
    store: createMemoryStore(),
    tools: fakeTools({ wait }),
    services: { now: () => clock.ms },
  })
  const { sessionId } = await agent.run('one').result
  await agent.run('two', { sessionId }).result
  return transport.requests.map(({ providerOptions }) => providerOptions?.scripted?.speed)
}

test('sends other options at the beginning of each turn', async () => {
  expect(await speedsOf({ durationMs: 60_000 })).toEqual(['fast', 'fast', 'usual', 'fast'])
})

test('sends them only in the first turn of a session on request', async () => {
  expect(await speedsOf({ durationMs: 60_000, isFirstTurnOnly: true })).toEqual(['fast', 'fast', 'usual', 'usual'])
})
