import { createAgent, noUsage, promptTokens, type Transport } from '@hermes/core'
import { expect, test } from 'vitest'
import { withEstimatedUsage } from './with-estimated-usage.js'

/** A transport that shows the beginning of an answer and is then stopped before the provider reports any usage. */
const broken: Transport = {
  id: 'broken',
  apiMode: 'chat_completions',
  async *stream(_, { onUnfinished }) {
    yield { type: 'text-delta', text: 'Once upon a time' }
    onUnfinished?.({ usage: noUsage, received: 'Once upon a time there was a ferry.' })
    throw new Error('The line was cut.')
  },
}

test.each([
  ['alone, nothing', broken, 0],
  ['wrapped, what was sent and what had arrived', withEstimatedUsage(broken), 5],
])('of a broken call, an agent counts with the transport %s', async (_, transport, least) => {
  const agent = createAgent({ transport, model: { id: 'm' } })
  const { usage } = await agent.run('Tell me a story of a ferry.').result
  const counted = [promptTokens(usage), usage.outputTokens]
  if (least === 0) expect(counted).toEqual([0, 0])
  else for (const tokens of counted) expect(tokens).toBeGreaterThan(least)
})
