import { type Choice, ConfigError, createAgent, createMemoryStore, type ModelChoice } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createConversations } from './create-conversations.js'
import { restoreModel } from './restore-model.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'terminal' } } as const
const by = owner.person
const first: ModelChoice = { model: 'first', provider: 'custom', baseUrl: 'http://127.0.0.1:1/v1' }
const second: ModelChoice = { model: 'second', provider: 'lab' }

const store = createMemoryStore()

/** A process whose settings name one model. `missing` cannot answer. */
function start(settings: ModelChoice, missing?: string) {
  const agentFor: AgentFor = async (choice: Choice) => {
    const reference = choice.model === undefined ? settings : choice
    const { model: id = '', provider = '' } = reference
    if (id === missing) throw new ConfigError('model', 'There is no key.')
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

test('keeps a model that the conversation has chosen', async () => {
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
    "The session's model, first (custom), cannot answer now: There is no key. It continues with second (lab).",
  )
  expect(conversation.choice).toEqual({})
})
