import type { Command, CommandTable } from '@hermes/conversations/commands'
import { expect, test } from 'vitest'
import { text } from '../../fakes/reply.js'
import { type ConversationWorld, held, owner, storedTexts, Watcher } from './world.js'

const seed = { source: 'test' }

export function describeClosing(world: () => ConversationWorld): void {
  test('lets the running turn end, rejects new inputs, and starts no queued ones', async () => {
    const first = held(text('1'))
    const { conversations, transport } = world().start([first.reply, text('2')])
    const conversation = await conversations.open({ seed })
    const [running, queued] = ['a', 'b'].map((content) => conversation.submit({ content }, owner))
    await queued?.accepted
    await first.asked
    const drained = conversations.drain()
    expect(await conversation.submit({ content: 'c' }, owner).accepted).toMatchObject({
      as: 'refused',
      reason: 'closing',
    })
    expect(await conversation.continue(owner).accepted).toMatchObject({ reason: 'closing' })
    first.release()
    await drained
    expect(await running?.ended).toMatchObject({ result: { finalResponse: '1' } })
    expect(['left-queued', 'cancelled']).toContain((await queued?.ended)?.status)
    expect(transport.requests).toHaveLength(1)
  })

  test('rejects commands and steers while it closes', async () => {
    const first = held(text('1'))
    let times = 0
    const command: Command = {
      name: 'count',
      description: 'count',
      category: 'info',
      run: async () => ({ type: 'text', text: `${++times}` }),
    }
    const commands: CommandTable = { list: () => [command], find: () => ({ type: 'command', command, args: '' }) }
    const { conversations, transport } = world().start([first.reply], { busyMode: 'steer', commands })
    const conversation = await conversations.open({ seed })
    const running = conversation.submit({ content: 'a' }, owner)
    await first.asked
    const drained = conversations.drain()
    for (const content of ['/count', 'steer']) {
      const { accepted, ended } = conversation.submit({ content }, owner)
      expect(await accepted).toMatchObject({ as: 'refused', reason: 'closing' })
      expect(await ended).toMatchObject({ status: 'refused', reason: 'closing' })
    }
    first.release()
    await drained
    await running.ended
    expect(times).toBe(0)
    expect(transport.requests).toHaveLength(1)
    expect(await storedTexts(world().store, conversation.id)).toEqual(['user: "a"', 'assistant: "1"'])
  })

  test('interrupts the running turn after the grace period', async () => {
    const first = held(text('1'))
    const { conversations } = world().start([first.reply])
    const conversation = await conversations.open({ seed })
    const running = conversation.submit({ content: 'a' }, owner)
    await first.asked
    const grace = new AbortController()
    const drained = conversations.drain({ signal: grace.signal })
    grace.abort()
    await drained
    expect(await running.ended).toMatchObject({ result: { outcome: { status: 'interrupted' } } })
  })

  test('interrupts immediately when disposed, and ends the events of every onlooker', async () => {
    const first = held(text('1'))
    const { conversations } = world().start([first.reply])
    const conversation = await conversations.open({ seed })
    const ended = (async () => {
      const types: string[] = []
      for await (const { type } of conversation.events({ signal: new AbortController().signal })) types.push(type)
      return types
    })()
    const watcher = new Watcher(conversation)
    conversation.submit({ content: 'a' }, owner)
    await first.asked
    await conversations[Symbol.asyncDispose]()
    expect(await ended).toContain('turn-begin')
    await watcher.stop()
  })
}
