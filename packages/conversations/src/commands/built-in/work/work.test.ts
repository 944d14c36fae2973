import { originsNote } from '@hermes/core/origins'
import { scripted, text } from '@hermes/testkit'
import { describe, expect, it } from 'vitest'
import { owner } from '../../testing/command-context.js'
import { agent, setUp, storeWith, user } from '../../testing/set-up-commands.js'

describe('/bg', () => {
  it('works in a separate conversation with the same choice, and reports its end here', async () => {
    const { run, context } = setUp()
    await context.conversation.choose({ model: 'large' }, owner)
    expect(await run('/bg check the links')).toMatchObject({ type: 'text', text: expect.stringContaining('opened-1') })
    expect(context.opened).toEqual([{ seed: { source: 'cli' }, choice: { model: 'large' } }])
    await expect.poll(() => context.conversation.notices).toHaveLength(1)
    expect(context.conversation.submitted).toEqual([])
  })
})

describe('/review', () => {
  it('shows another agent the latest messages and the origins of what they had read', async () => {
    const store = await storeWith([user('Fix the build.'), agent('Fixed the build.')])
    await store.sessions.update('session-1', {
      notes: originsNote.with({}, { read: [{ kind: 'web', name: 'example.com', sinceMs: 1 }], trusted: [] }),
    })
    const { run, context } = setUp({ store })
    expect(await run('/review mind the tests')).toMatchObject({ text: expect.stringContaining('opened-1') })
    const [input] = context.made[0]?.submitted ?? []
    expect(input?.origins).toMatchObject([{ kind: 'web', name: 'example.com' }])
    expect(input?.content).toMatch(/Review the work.*mind the tests.*Fixed the build\./s)
    await expect.poll(() => context.conversation.notices).toEqual([expect.stringContaining('/resume opened-1')])
  })
})

describe('/plan and /init', () => {
  it('send messages to the agent', async () => {
    const { run } = setUp()
    expect(await run('/plan a new door')).toMatchObject({
      type: 'message',
      content: expect.stringContaining('a new door'),
    })
    expect(await run('/init in German')).toMatchObject({
      type: 'message',
      content: expect.stringContaining('in German'),
    })
  })
})

describe('/btw', () => {
  it('answers from a snapshot, and stores nothing', async () => {
    const transport = scripted([text('It is called fix-build.')])
    const store = await storeWith([user('Make a branch.'), agent('Made fix-build.')])
    const { run } = setUp({ store, services: { sideModel: async () => ({ transport, model: { id: 'small' } }) } })
    expect(await run('/btw what did we name the branch?')).toEqual({ type: 'text', text: 'It is called fix-build.' })
    expect(transport.requests).toHaveLength(1)
    expect(transport.requests[0]).toMatchObject({ model: 'small', tools: [] })
    expect(JSON.stringify(transport.requests[0]?.messages)).toMatch(/Made fix-build.*what did we name the branch/)
    expect(await store.messages.load('session-1')).toHaveLength(2)
  })
})

describe('/compress', () => {
  it('passes on the topic and reports the outcome', async () => {
    const { run, context } = setUp({ store: await storeWith([user('One?'), agent('One.')]) })
    expect(await run('/compress')).toEqual({ type: 'text', text: 'Not compressed: There is nothing to save.' })
    const given: unknown[] = []
    context.conversation.compress = async ({ signal: _, ...options } = {}) => {
      given.push(options)
      return { status: 'compressed', tokensBefore: 12_000, tokensAfter: 400.4, durationMs: 1500 }
    }
    expect(await run('/compress here')).toEqual({ type: 'text', text: 'Compressed: 12,000 → 400 tokens in 1.5 s.' })
    await run('/compress here 4')
    await run('/compress the tests')
    expect(given).toEqual([{ keepLast: 2 }, { keepLast: 4 }, { focusTopic: 'the tests' }])
  })
})
