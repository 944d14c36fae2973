import { ConfigError } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import { everything, services } from '../../testing/built-in-services.js'
import { setUp } from '../../testing/set-up-commands.js'
import type { BuiltInServices } from '../built-in-commands.js'

describe('/model', () => {
  it('accepts a name, a provider and the default', async () => {
    const { run, context } = setUp()
    expect(await run('/model large')).toEqual({ type: 'text', text: 'The model is large (lab) · 128,000 tokens.' })
    await run('/model openai:gpt-5.2')
    expect(context.conversation.choice).toEqual({ model: 'gpt-5.2', provider: 'openai' })
    await run('/model qwen3:8b')
    expect(context.conversation.choice).toEqual({ model: 'qwen3:8b', provider: 'openai' })
    await run('/model large --base-url http://127.0.0.1:9/v1')
    expect(context.conversation.choice).toEqual({
      model: 'large',
      provider: 'custom',
      baseUrl: 'http://127.0.0.1:9/v1',
    })
    await run('/model large --provider lab')
    expect(context.conversation.choice).toEqual({ model: 'large', provider: 'lab' })
    await run('/model default')
    expect(context.conversation.choice).toEqual({})
  })

  it('looks for a server of the user before it splits at a colon', async () => {
    const ownModel = (text: string) => (text === 'LAB:70b-chat' ? { model: '70b-chat', provider: 'lab' } : undefined)
    const { run, context } = setUp({ services: { ownModel } })
    await run('/model LAB:70b-chat')
    expect(context.conversation.choice).toEqual({ model: '70b-chat', provider: 'lab' })
  })

  it('resolves aliases, lists models, and saves globally only for an admin', async () => {
    const saved: unknown[] = []
    const more: Partial<BuiltInServices> = {
      aliases: () => ({ big: { model: 'large', provider: 'lab' } }),
      models: async () => [{ model: 'usual', provider: 'lab' }, { model: 'large' }],
      saveDefault: async (reference) => void saved.push(reference),
    }
    const { run, context } = setUp({ services: more })
    await run('/model big')
    expect(context.conversation.choice).toEqual({ model: 'large', provider: 'lab' })
    expect(await run('/model')).toMatchObject({
      type: 'choice',
      options: [
        { command: '/model big', detail: 'large' },
        { command: '/model usual --provider lab' },
        { command: '/model large', isCurrent: true },
      ],
    })
    await run('/model large --global')
    expect(saved).toEqual([{ model: 'large' }])
    const guest = setUp({ services: more, person: { id: 'ben', role: 'user' } })
    expect(await guest.run('/model large --global')).toMatchObject({ type: 'error' })
    expect(await guest.run('/model large --base-url http://127.0.0.1:9/v1')).toMatchObject({ type: 'error' })
    expect(guest.context.conversation.choice).toEqual({})
    expect(saved).toHaveLength(1)
  })

  it('warns that the provider does not list the model, and uses it anyway', async () => {
    const models = async () => [
      { model: 'usual', provider: 'lab' },
      { model: 'gpt-5.2', provider: 'openai' },
    ]
    const { run, context } = setUp({ services: { models } })
    expect(await run('/model large --provider lab')).toEqual({
      type: 'text',
      text: 'The model is large (lab) · 128,000 tokens. The provider lists no model of that name: /model shows those that it has.',
    })
    expect(context.conversation.choice).toEqual({ model: 'large', provider: 'lab' })
    expect(await run('/model usual --provider lab --once')).not.toMatchObject({
      text: expect.stringContaining('lists'),
    })
    expect(await run('/model large --provider lab --once')).toMatchObject({ text: expect.stringContaining('lists no') })
    const silent = setUp({ services: { models: () => Promise.reject(new Error('No server.')) } })
    expect(await silent.run('/model large')).not.toMatchObject({ text: expect.stringContaining('lists') })
  })

  it("does not send another provider's key to the server of a short name, and saves the server with the model", async () => {
    const saved: unknown[] = []
    const home = { model: 'large', baseUrl: 'http://127.0.0.1:9/v1', apiMode: 'chat_completions', contextWindow: 8192 }
    const { run, context } = setUp({
      services: { aliases: () => ({ home }), saveDefault: async (reference) => void saved.push(reference) },
    })
    await run('/model home --global')
    expect(context.conversation.choice).toEqual({ ...home, provider: 'custom' })
    expect(saved).toEqual([{ ...home, provider: 'custom' }])
    await run('/model home --provider lab')
    expect(context.conversation.choice).toEqual({ model: 'large', provider: 'lab' })
  })

  it('--once applies to the next turn only, and --refresh reloads the list', async () => {
    const models = async () => [{ model: 'usual', provider: 'lab' }]
    const refreshModels = async () => ({ count: 4321, source: 'models.dev' })
    const { run, context } = setUp({ services: { ...everything, models, refreshModels } })
    expect(await run('/model large --once')).toEqual({
      type: 'text',
      text: expect.stringMatching(/^The next turn is answered by large \(lab\) · 128,000 tokens, and only that one\./),
    })
    expect(context.conversation.choice).toEqual({})
    expect(context.conversation.once).toEqual({ model: 'large' })
    expect(await run('/model large --once --global')).toMatchObject({ type: 'error' })
    expect(await run('/model --refresh')).toMatchObject({
      type: 'choice',
      prompt: expect.stringMatching(/^Loaded 4,321 models from models\.dev\. usual/),
    })
    const other = setUp({ services: { models, refreshModels }, person: { id: 'ben', role: 'user' } })
    expect(await other.run('/model --refresh')).toMatchObject({ type: 'error' })
  })

  it('replaces a choice that cannot answer', async () => {
    const agentFor: BuiltInServices['agentFor'] = async (choice) => {
      if (choice.model === 'gone') throw new ConfigError('model', 'There is no key.')
      return services().agentFor(choice)
    }
    const { run, context } = setUp({ services: { agentFor } })
    context.conversation.choice = { model: 'gone' }
    expect(await run('/model large')).toMatchObject({ text: 'The model is large (lab) · 128,000 tokens.' })
  })
})
