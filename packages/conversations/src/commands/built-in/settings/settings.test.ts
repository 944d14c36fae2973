import { ConfigError } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import { everything } from '../../testing/built-in-services.js'
import { setUp, storeWith, user } from '../../testing/set-up-commands.js'
import type { Reloaded } from './reload.js'

describe('settings', () => {
  it('/reload reports changed and invalid settings', async () => {
    const outcomes: (Reloaded | undefined)[] = [
      undefined,
      {
        status: 'applied',
        paths: ['agent.max_turns', 'database.url'],
        variables: ['A_KEY'],
        needRestart: ['database.url'],
      },
      { status: 'refused', error: new ConfigError('model', 'There is no such model.') },
    ]
    const { run } = setUp({ services: { reload: async () => outcomes.shift() } })
    expect(await run('/reload')).toEqual({ type: 'text', text: 'Nothing has changed.' })
    expect(await run('/reload')).toEqual({
      type: 'text',
      text: 'Changed from the next turn on: `agent.max_turns`, `database.url`, `A_KEY`. Restart Hermes to apply `database.url`.',
    })
    expect(await run('/reload')).toEqual({
      type: 'error',
      text: 'The settings stay as they were: There is no such model.',
    })
  })

  it('/config changes a setting and reports what that changed', async () => {
    const calls: unknown[] = []
    const { run } = setUp({
      services: {
        ...everything,
        settings: {
          list: () => [{ name: 'display.language', value: 'en' }],
          async set(path, value) {
            if (path === 'nonsense') throw new ConfigError(path, 'There is no setting nonsense.')
            calls.push([path, value])
          },
          async unset(path) {
            calls.push([path])
            return path === 'display.skin' ? undefined : {}
          },
        },
        reload: async () => ({ status: 'applied', paths: ['display.language'], variables: [], needRestart: [] }),
      },
    })
    const changed = { type: 'text', text: 'Changed from the next turn on: `display.language`.' }
    expect(await run('/config set display.language  zh')).toEqual(changed)
    expect(await run('/config set agent.prompt two  words')).toEqual(changed)
    expect(await run('/config unset display.language')).toEqual(changed)
    expect(await run('/config unset display.skin')).toEqual({ type: 'text', text: '`display.skin` was not set.' })
    expect(calls).toEqual([
      ['display.language', 'zh'],
      ['agent.prompt', 'two  words'],
      ['display.language'],
      ['display.skin'],
    ])
    expect(await run('/config set nonsense 1')).toEqual({ type: 'error', text: 'There is no setting nonsense.' })
    for (const line of ['/config set', '/config set display.language', '/config unset'])
      expect(await run(line)).toMatchObject({ type: 'error', text: expect.stringContaining('/config set KEY VALUE') })
    expect(calls).toHaveLength(4)
  })

  it('/fast toggles for a single model', async () => {
    const { run, context } = setUp()
    expect(await run('/fast status')).toEqual({ type: 'text', text: 'Fast mode is off.' })
    expect(await run('/fast')).toMatchObject({ text: expect.stringMatching(/^Fast mode is on/) })
    expect(context.conversation.choice).toEqual({ speed: 'fast' })
    await run('/model large')
    expect(context.conversation.choice).toEqual({ model: 'large' })
    await run('/fast on')
    expect(await run('/fast')).toEqual({ type: 'text', text: 'Fast mode is off.' })
    expect(await run('/fast please')).toMatchObject({ type: 'error' })
    await run('/fast auto')
    expect(context.conversation.choice).toMatchObject({ speed: 'auto' })
    expect(await run('/fast status')).toEqual({ type: 'text', text: 'Fast mode is on at the beginning of each turn.' })
    await run('/fast cold')
    expect(context.conversation.choice).toMatchObject({ speed: 'cold' })
    expect(await run('/fast')).toEqual({ type: 'text', text: 'Fast mode is off.' })
  })

  it('/reasoning, /approvals and /yolo change their settings', async () => {
    const { run, context } = setUp()
    expect(await run('/reasoning high')).toMatchObject({ type: 'text' })
    expect(await run('/reasoning extreme')).toMatchObject({ type: 'error' })
    expect(await run('/approvals smart')).toMatchObject({ type: 'text' })
    expect(context.conversation.choice).toEqual({ reasoning: 'high', approvals: 'smart' })
    expect(await run('/approvals list')).toMatchObject({ text: expect.stringContaining('Nothing was allowed') })
    await run('/yolo')
    expect(context.conversation.choice.approvals).toBe('off')
    await run('/yolo')
    expect(context.conversation.choice.approvals).toBe('manual')
    expect(await run('/reasoning default')).toMatchObject({ type: 'text' })
    expect(context.conversation.choice).toEqual({ approvals: 'manual' })
  })

  it('/approvals lists the commands that are always allowed, and revokes them', async () => {
    const { run } = setUp()
    expect(await run('/quit --delete')).toMatchObject({ type: 'confirm' })
    await run('/quit --delete --always')
    expect(await run('/quit --delete')).not.toMatchObject({ type: 'confirm' })
    expect(await run('/approvals list')).toMatchObject({ rows: [{ covers: '/quit', lasts: 'always' }] })
    expect(await run('/approvals forget')).toMatchObject({ text: expect.stringContaining('You are asked again') })
    expect(await run('/quit --delete')).toMatchObject({ type: 'confirm' })
    expect(await run('/approvals forget')).toMatchObject({ text: expect.stringContaining('Nothing was allowed') })
  })

  it('/reasoning sets what a terminal shows without changing the effort', async () => {
    const viewed: string[] = []
    const viewReasoning = async (view: string) => void viewed.push(view)
    const { run, context } = setUp({ services: { viewReasoning } })
    for (const view of ['show', 'hide', 'full', 'clamp']) {
      expect(await run(`/reasoning ${view}`)).toMatchObject({ type: 'text' })
    }
    expect(viewed).toEqual(['show', 'hide', 'full', 'clamp'])
    expect(context.conversation.choice).toEqual({})
    expect(await setUp().run('/reasoning show')).toMatchObject({ type: 'error' })
  })

  it('/network sets what commands can reach, where something confines them', async () => {
    const { run, context } = setUp({ services: { ...everything, usualNetwork: () => 'open' } })
    expect(await run('/network')).toMatchObject({ type: 'choice', prompt: expect.stringMatching(/^on: /) })
    expect(await run('/network list')).toMatchObject({ type: 'text', text: expect.stringMatching(/^list: /) })
    expect(context.conversation.choice).toEqual({ network: 'list' })
    expect(await run('/network maybe')).toMatchObject({ type: 'error' })
    const unconfined = setUp({ services: { ...everything, usualNetwork: () => undefined } })
    expect(await unconfined.run('/network off')).toMatchObject({
      type: 'error',
      text: expect.stringContaining('without a sandbox'),
    })
    expect(unconfined.context.conversation.choice).toEqual({})
  })

  it('/personality and /toolsets only apply to new sessions', async () => {
    const fresh = setUp()
    expect(await fresh.run('/personality pirate')).toMatchObject({ type: 'text' })
    expect(await fresh.run('/toolsets web, terminal')).toMatchObject({ type: 'text' })
    expect(fresh.context.conversation.choice).toEqual({ personality: 'pirate', toolsets: ['web', 'terminal'] })
    const begun = setUp({ store: await storeWith([user('Hello.')]) })
    expect(await begun.run('/personality pirate')).toMatchObject({ type: 'error' })
    expect(await begun.run('/toolsets web')).toMatchObject({ type: 'error' })
  })

  it('/toolsets lists for users and chooses for administrators', async () => {
    const { run, context } = setUp({ person: { id: 'ben', role: 'user' } })
    expect(await run('/toolsets')).toMatchObject({ type: 'table' })
    expect(await run('/toolsets terminal')).toEqual({
      type: 'error',
      text: 'Choosing toolsets needs the role "admin".',
    })
    expect(context.conversation.choice).toEqual({})
  })

  it('require a role', async () => {
    const { run } = setUp({ person: { id: 'ben', role: 'user' } })
    expect(await run('/yolo')).toEqual({ type: 'error', text: '/yolo needs the role "admin".' })
  })
})

it('/verbose cycles through the levels', async () => {
  const display = { showTools: true, showReasoning: false, isReasoningWhole: true }
  const { run } = setUp({ services: { display } })
  expect(await run('/verbose')).toEqual({ type: 'text', text: 'all: tool calls and reasoning.' })
  expect(display).toMatchObject({ showTools: true, showReasoning: true })
  await run('/verbose')
  expect(display).toMatchObject({ showTools: false, showReasoning: false })
  expect(await run('/verbose loud')).toMatchObject({ type: 'error' })
})
