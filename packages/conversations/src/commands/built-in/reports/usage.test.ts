import { noUsage } from '@hermes/core'
import { turnTask } from '@hermes/core/sessions'
import { expect, it } from 'vitest'
import { setUp } from '../../testing/set-up-commands.js'

it('includes the sub-agents of the conversation', async () => {
  const { run, context } = setUp()
  const { store, conversation } = context
  const { id } = conversation
  const call = { task: turnTask, provider: 'p', model: 'm', atMs: 1, usage: { ...noUsage, inputTokens: 10 } }
  await store.sessions.create({ id, source: 'cli', startedAtMs: 1 })
  await store.messages.append(id, [], { calls: [call] })
  await store.sessions.create({ id: 'sub', source: 'delegate', parentSessionId: id, link: 'delegate', startedAtMs: 2 })
  await store.messages.append('sub', [], { calls: [call, call] })
  expect(await run('/usage')).toMatchObject({
    rows: [
      { task: 'conversation', calls: 1, input: 10 },
      { task: 'sub-agents', calls: 2, input: 20 },
      { task: 'total', calls: 3, input: 30 },
    ],
  })
  const status = await run('/status')
  expect(status.type === 'table' && status.rows.find(({ name }) => name === 'Tokens')).toMatchObject({
    value: '30 in, 0 out',
  })
})
