import type { Command, CommandOutcome, CommandTable } from '@hermes/conversations/commands'
import { expect, test } from 'vitest'
import { text } from '../../fakes/reply.js'
import { type ConversationWorld, held, owner, storedTexts, Watcher } from './world.js'

const seed = { source: 'test' }

function command(name: string, run: Command['run'], rest: Partial<Command> = {}): Command {
  return { name, description: `do ${name}`, category: 'info', ...rest, run }
}

/** Parses `/name arguments`. */
function tableOf(commands: readonly Command[]): CommandTable {
  return {
    list: () => commands,
    find(line) {
      const [, name = '', args = ''] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? []
      if (name.includes('/')) return { type: 'message' }
      if (name === 'secret') return { type: 'refused', text: 'Only an admin may do that.' }
      const found = commands.find((known) => known.name === name)
      return found
        ? { type: 'command', command: found, args }
        : { type: 'unknown', text: `There is no /${name}.`, suggestions: [] }
    },
  }
}

export function describeCommands(world: () => ConversationWorld): void {
  const echo = command('echo', async (args) => ({ type: 'text', text: args }))

  test('runs a command during a turn and shows its outcome to all onlookers', async () => {
    const first = held(text('1'))
    const { conversations } = world().start([first.reply], { commands: tableOf([echo]) })
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    const turn = conversation.submit({ content: 'a' }, owner)
    await first.asked
    const submission = conversation.submit({ content: '/echo hello there' }, owner)
    expect(await submission.accepted).toEqual({ as: 'command', name: 'echo' })
    const outcome: CommandOutcome = { type: 'text', text: 'hello there' }
    expect(await submission.ended).toEqual({ status: 'command', name: 'echo', outcome })
    expect(await watcher.until('command')).toMatchObject({ name: 'echo', by: owner.person, outcome })
    first.release()
    await turn.ended
    await watcher.stop()
  })

  test('respects the whileRunning policy of a command', async () => {
    const first = held(text('1'))
    const order: string[] = []
    const noted = (name: string) => async (): Promise<CommandOutcome> => {
      order.push(name)
      return { type: 'done' }
    }
    const commands = tableOf([
      command('after', noted('after'), { whileRunning: 'after' }),
      command('never', noted('never'), { whileRunning: 'refused' }),
      command('now', noted('now')),
    ])
    const { conversations } = world().start([first.reply], { commands })
    const conversation = await conversations.open({ seed })
    const turn = conversation.submit({ content: 'a' }, owner)
    void turn.ended.then(() => order.push('turn'))
    await first.asked
    const after = conversation.submit({ content: '/after' }, owner)
    expect(await conversation.submit({ content: '/never' }, owner).ended).toMatchObject({ reason: 'busy' })
    await conversation.submit({ content: '/now' }, owner).ended
    first.release()
    expect(await after.ended).toMatchObject({ outcome: { type: 'done' } })
    expect(order).toEqual(['now', 'turn', 'after'])
    expect(await conversation.submit({ content: '/never' }, owner).ended).toMatchObject({ outcome: { type: 'done' } })
  })

  test('does not run a waiting command of somebody who leaves first', async () => {
    const first = held(text('1'))
    const ran: string[] = []
    const after = command(
      'after',
      async (by) => {
        ran.push(by)
        return { type: 'done' }
      },
      { whileRunning: 'after' },
    )
    const leave = command('leave', async (_, context) => {
      context.leave?.()
      context.conversation.interrupt()
      return { type: 'done' }
    })
    const { conversations } = world().start([first.reply], { commands: tableOf([after, leave]) })
    const conversation = await conversations.open({ seed })
    conversation.submit({ content: 'a' }, owner)
    await first.asked
    const own = conversation.submit({ content: '/after owner' }, owner)
    const elsewhere = { ...owner, surface: { kind: 'chat' } } as const
    const other = conversation.submit({ content: '/after elsewhere' }, elsewhere)
    const answered: string[] = []
    const noted = (name: string) => () => void answered.push(name)
    const leaving = conversation.submit({ content: '/leave' }, owner)
    await Promise.all([own.ended.then(noted('after')), leaving.ended.then(noted('leave')), other.ended])
    expect(answered).toEqual(['after', 'leave'])
    const reason = expect.stringContaining('/after was not run')
    expect(await own.ended).toMatchObject({ status: 'command', outcome: { type: 'text', text: reason } })
    expect(ran).toEqual(['elsewhere'])
    first.release()
  })

  test('rejects a waiting command when the process stops', async () => {
    const first = held(text('1'))
    let times = 0
    const after = command(
      'after',
      async () => {
        times += 1
        return { type: 'done' }
      },
      { whileRunning: 'after' },
    )
    const { conversations } = world().start([first.reply], { commands: tableOf([after]) })
    const conversation = await conversations.open({ seed })
    conversation.submit({ content: 'a' }, owner)
    await first.asked
    const waiting = conversation.submit({ content: '/after', id: 'x' }, owner)
    expect(await waiting.accepted).toEqual({ as: 'command', name: 'after', isWaiting: true })
    const drained = conversations.drain()
    first.release()
    await drained
    expect(await waiting.ended).toMatchObject({ status: 'refused', reason: 'closing' })
    expect(times).toBe(0)
    const next = await world()
      .start([], { commands: tableOf([after]) })
      .conversations.open({ id: conversation.id })
    expect(await next.submit({ content: '/after', id: 'x' }, owner).ended).toMatchObject({ status: 'command' })
    expect(times).toBe(1)
  })

  test('accepts a command that becomes a message like that message', async () => {
    const first = held(text('1'))
    const queue = command('queue', async (content) => ({ type: 'message', content, whenBusy: 'queue' }), {
      becomesMessage: true,
    })
    const { conversations } = world().start([first.reply, text('2')], { commands: tableOf([queue]) })
    const conversation = await conversations.open({ seed })
    conversation.submit({ content: 'a' }, owner)
    await first.asked
    const queued = conversation.submit({ content: '/queue b' }, owner)
    expect(await queued.accepted).toEqual({ as: 'queued', position: 1 })
    first.release()
    expect(await queued.ended).toMatchObject({ status: 'turn', result: { finalResponse: '2' } })
  })

  test('queues what a command with an id says, once', async () => {
    const first = held(text('1'))
    const queue = command('queue', async (content) => ({ type: 'message', content, whenBusy: 'queue' }))
    const { conversations } = world().start([first.reply, text('2')], { commands: tableOf([queue]) })
    const conversation = await conversations.open({ seed })
    conversation.submit({ content: 'a' }, owner)
    await first.asked
    const [queued, again] = [1, 2].map(() => conversation.submit({ content: '/queue b', id: 'x' }, owner))
    expect(await again?.ended).toEqual({ status: 'duplicate' })
    first.release()
    expect(await queued?.ended).toMatchObject({ status: 'turn', result: { finalResponse: '2' } })
    expect(await storedTexts(world().store, conversation.id)).toHaveLength(4)
  })

  test('sends what a command says to the agent', async () => {
    const commands = tableOf([command('plan', async (args) => ({ type: 'message', content: `Plan: ${args}` }))])
    const { conversations } = world().start([text('Planned.')], { commands })
    const conversation = await conversations.open({ seed })
    const end = await conversation.submit({ content: '/plan it' }, owner).ended
    expect(end).toMatchObject({ status: 'turn', result: { finalResponse: 'Planned.' } })
    expect((await storedTexts(world().store, conversation.id))[0]).toBe('user: "Plan: it"')
  })

  test('reports unknown, disallowed and failing commands', async () => {
    const broken = command('broken', async () => {
      throw new Error('It broke.')
    })
    const { conversations } = world().start([], { commands: tableOf([broken]) })
    const conversation = await conversations.open({ seed })
    const submit = (content: string) => conversation.submit({ content }, owner).ended
    expect(await submit('/nothing')).toMatchObject({ outcome: { type: 'error', text: 'There is no /nothing.' } })
    expect(await submit('/secret')).toMatchObject({ reason: 'not-allowed', message: 'Only an admin may do that.' })
    expect(await submit('/broken')).toMatchObject({ outcome: { type: 'error', text: 'It broke.' } })
  })

  test('treats a path, and text declared as a message, as a message', async () => {
    const { conversations } = world().start([text('1'), text('2')], { commands: tableOf([echo]) })
    const conversation = await conversations.open({ seed })
    expect(await conversation.submit({ content: '/etc/hosts is empty' }, owner).ended).toMatchObject({ status: 'turn' })
    expect(await conversation.submit({ content: '/echo', as: 'message' }, owner).ended).toMatchObject({
      status: 'turn',
    })
  })

  test('runs a command with an id once', async () => {
    let times = 0
    const count = command('count', async () => ({ type: 'text', text: `${++times}` }))
    const { conversations } = world().start([], { commands: tableOf([count]) })
    const conversation = await conversations.open({ seed })
    const ends = await Promise.all([1, 2].map(() => conversation.submit({ content: '/count', id: 'x' }, owner).ended))
    expect(ends.map(({ status }) => status)).toEqual(['command', 'duplicate'])
    expect(times).toBe(1)
  })

  test('cancels a command', async () => {
    const aborted = Promise.withResolvers<void>()
    const wait = command('wait', async (_, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve())
      return new Promise(() => undefined)
    })
    const { conversations } = world().start([], { commands: tableOf([wait]) })
    const conversation = await conversations.open({ seed })
    const submission = conversation.submit({ content: '/wait' }, owner)
    await submission.accepted
    expect(await submission.cancel()).toBe(true)
    await aborted.promise
    expect(await submission.ended).toEqual({ status: 'cancelled' })
  })
}
