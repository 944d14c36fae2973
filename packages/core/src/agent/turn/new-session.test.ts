import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createAgent } from '../create-agent.js'

test('tells a hook whether the session began with its turn', async () => {
  const heard: (boolean | undefined)[] = []
  const hooks = {
    pre_llm_call({ isNew }: { readonly isNew?: boolean }) {
      heard.push(isNew)
      return undefined
    },
  }
  const transport = scripted([text('one'), text('two')])
  const agent = createAgent({ transport, model: { id: 'm' }, plugins: [{ name: 'p', hooks }] })
  for (const input of ['a', 'b']) await agent.run(input, { sessionId: 's' }).result
  expect(heard).toEqual([true, false])
})
