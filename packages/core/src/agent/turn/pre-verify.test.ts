import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { Run } from '../../contracts/agent/agent.js'
import type { Hooks } from '../../contracts/turn/hooks.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

function setUp(replies: Parameters<typeof scripted>[0], pre_verify: NonNullable<Hooks['pre_verify']>) {
  const [transport, store] = [scripted(replies), createMemoryStore()]
  const plugins = [{ name: 'check', hooks: { pre_verify } }]
  const agent = createAgent({ transport, model: { id: 'm' }, store, plugins, budget: { maxIterations: 3 } })
  return { transport, store, agent }
}

test('continues the turn with the text of the hook, which is stored', async () => {
  const { agent, store } = setUp([text('Half done.'), text('Done.')], ({ outcome }) =>
    outcome.text === 'Done.' ? undefined : 'Run the tests first.',
  )
  const result = await agent.run('go', { sessionId: 's' }).result
  expect(result.outcome).toEqual({ status: 'completed', text: 'Done.' })
  const stored = await store.messages.load('s')
  expect(stored.map(({ message }) => [message.role, message.content])).toEqual([
    ['user', 'go'],
    ['assistant', 'Half done.'],
    ['user', '[Not from the user: the turn goes on.]\nRun the tests first.'],
    ['assistant', 'Done.'],
  ])
})

test('ends with the budget if a hook always continues', async () => {
  const { agent, transport } = setUp([text('one'), text('two'), text('three'), text('I stop here.')], () => 'Again.')
  const { outcome } = await agent.run('go').result
  expect(outcome).toMatchObject({ text: 'I stop here.' })
  expect(transport.requests.length).toBeLessThanOrEqual(4)
})

test('ends the turn with a notice if a hook fails', async () => {
  const { agent } = setUp([text('Done.')], () => {
    throw new Error('out of order')
  })
  const run = agent.run('go')
  const notices: string[] = []
  for await (const event of run) if (event.type === 'notice') notices.push(event.text)
  expect((await run.result).finalResponse).toBe('Done.')
  expect(notices.join()).toContain('out of order')
})

test('ends the turn with its current answer on an interrupt while the hook decides', async () => {
  const runs: Run[] = []
  const { agent, transport } = setUp([text('Half done.'), text('Done.')], () => {
    runs[0]?.interrupt('enough')
    return 'Again.'
  })
  runs.push(agent.run('go'))
  expect((await runs[0]?.result)?.outcome).toEqual({ status: 'completed', text: 'Half done.' })
  expect(transport.requests).toHaveLength(1)
})
