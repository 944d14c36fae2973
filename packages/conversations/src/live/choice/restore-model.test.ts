import { type Choice, ConfigError, createAgent, createMemoryStore, type ModelChoice } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createConversations } from '../create-conversations.js'
import { restoreModel } from './restore-model.js'
import { resumedModel } from './resumed-model.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'terminal' } } as const
const by = owner.person
const first: ModelChoice = { model: 'first', provider: 'custom', baseUrl: 'http://127.0.0.1:1/v1' }
const second: ModelChoice = { model: 'second', provider: 'lab' }

const store = createMemoryStore()

/** Creates a process whose settings name one model. Models in `missing` cannot answer. */
function start(settings: ModelChoice, ...missing: readonly string[]) {
  const agentFor: AgentFor = async (choice: Choice) => {
    const reference = choice.model === undefined ? settings : choice
    const { model: id = '', provider = '' } = reference
    if (missing.includes(id)) throw new ConfigError('model', `There is no key for ${id}.`)
    const transport = scripted([text('Hello.')])
    return {
      agent: createAgent({ transport, store, model: { id, provider, reference } }),
      model: { id, provider, reference },
    }
  }
  return { conversations: createConversations({ store, agentFor }), options: { store, agentFor, by } }
}

async function answered(settings: ModelChoice): Promise<string> {
  const { conversations } = start(settings)
  const conversation = await conversations.open({ seed: {} })
  await conversation.submit({ content: 'Hi' }, owner).ended
  return conversation.id
}

test('restores the model, its provider and its address after the settings have changed', async () => {
  const id = await answered(first)
  const { conversations, options } = start(second)
  const conversation = await conversations.open({ id })
  expect(await restoreModel(conversation, options)).toBeUndefined()
  expect(conversation.choice).toEqual(first)
})

test('keeps following the settings when the model is the configured one', async () => {
  const id = await answered(first)
  const { conversations, options } = start(first)
  const conversation = await conversations.open({ id })
  await restoreModel(conversation, options)
  expect(conversation.choice).toEqual({})
})

test('keeps a model that was chosen for the conversation', async () => {
  const id = await answered(first)
  const { conversations, options } = start(first)
  const conversation = await conversations.open({ id })
  await conversation.choose(second, by)
  await restoreModel(conversation, options)
  expect(conversation.choice).toEqual(second)
})

test('names the model that replaces an unavailable one', async () => {
  const id = await answered(first)
  const { conversations, options } = start(second, 'first')
  const conversation = await conversations.open({ id })
  expect(await restoreModel(conversation, options)).toBe(
    "The session's model, first (custom), cannot answer now: There is no key for first. It continues with second (lab).",
  )
  expect(conversation.choice).toEqual({})
})

test('restores the model when the configured one cannot answer', async () => {
  const id = await answered(first)
  const { conversations, options } = start(second, 'second')
  const conversation = await conversations.open({ id })
  expect(await restoreModel(conversation, options)).toBeUndefined()
  expect(conversation.choice).toEqual(first)
})

test('reports the configured model when no model can answer', async () => {
  const id = await answered(first)
  const { conversations, options } = start(second, 'first', 'second')
  const conversation = await conversations.open({ id })
  await expect(restoreModel(conversation, options)).rejects.toThrow('There is no key for second.')
})

test('finds the model of a conversation before it is opened', async () => {
  const id = await answered(first)
  const { conversations, options } = start(second)
  const session = await store.sessions.get(id)
  if (!session) throw new Error('The session is missing.')
  expect(await resumedModel({ store, session })).toEqual(first)
  expect(await resumedModel({ store, session, changes: { model: 'other' } })).toEqual({ ...first, model: 'other' })
  await (await conversations.open({ id })).choose(second, options.by)
  expect(await resumedModel({ store, session })).toEqual(second)
})
