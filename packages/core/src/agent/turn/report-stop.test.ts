import { fail, hang, scripted, text } from '@hermes/testkit'
import { expect, test, vi } from 'vitest'
import { TransportError } from '../../contracts/errors/errors.js'
import type { AgentLoopStoppedEvent } from '../../contracts/turn/hooks.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

function setUp(
  replies: Parameters<typeof scripted>[0],
  agent_loop_stopped: (event: AgentLoopStoppedEvent) => Promise<void> | void,
) {
  const plugins = [{ name: 'watch', hooks: { agent_loop_stopped } }]
  return createAgent({ transport: scripted(replies), model: { id: 'm' }, store: createMemoryStore(), plugins })
}

test('passes an interrupted turn to the hook with its outcome', async () => {
  const stopped = vi.fn()
  const run = setUp([hang(text('Half'))], stopped).run('go', { sessionId: 's' })
  for await (const event of run) if (event.type === 'text-delta') run.interrupt('enough')
  expect((await run.result).outcome.status).toBe('interrupted')
  expect(stopped).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ sessionId: 's', outcome: { status: 'interrupted', reason: 'enough' } }),
  )
})

test('passes a failed turn to the hook, but not an answered one', async () => {
  const stopped = vi.fn()
  const agent = setUp([fail(new TransportError('auth', 'No key.')), text('fine')], stopped)
  await agent.run('go').result
  expect(stopped).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ outcome: { status: 'failed', error: expect.objectContaining({ message: 'No key.' }) } }),
  )
  expect((await agent.run('again').result).finalResponse).toBe('fine')
  expect(stopped).toHaveBeenCalledOnce()
})

test('does not delay the end of an interrupted turn for a hook that hangs', async () => {
  const run = setUp([hang(text('Half'))], () => new Promise<void>(() => undefined)).run('go')
  for await (const event of run) if (event.type === 'text-delta') run.interrupt('enough')
  expect((await run.result).outcome).toEqual({ status: 'interrupted', reason: 'enough' })
})
