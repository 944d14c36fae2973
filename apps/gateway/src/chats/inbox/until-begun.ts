import { setTimeout as sleep } from 'node:timers/promises'
import type { Command, CommandTable } from '@hermes/conversations/commands'
import type { InboundEvent, InboundMessage } from '@hermes/core/platform'
import type { WorkItem, WorkItemRecord, WorkQueue } from '@hermes/core/queue'
import { keyOf, mayAnswer } from '../network/chat-origin.js'
import { fromInboundPayload } from '../network/payload.js'
import { commandsQueue, inboxQueue, repliesQueue } from '../network/queues.js'
import { senderOf } from '../network/sender-of.js'
import type { Access } from '../people/access.js'
import type { Place } from '../replies/places.js'
import { commandLineOf } from './command-line-of.js'

export interface UntilBegunOptions {
  readonly queue: Pick<WorkQueue, 'get' | 'list'>
  readonly commands: Pick<CommandTable, 'find'>
  readonly access: Pick<Access, 'identify'>
  readonly place: Place
  readonly signal: AbortSignal
}

/** What an event of the inbox is about to begin. `interrupting`: a turn that ends the running one. */
type Beginning = 'turn' | 'interrupting' | 'work'

/** A chat in which other events hang is stopped all the same. */
const longestMs: Readonly<Record<Beginning, number>> = { turn: 10_000, work: 10_000, interrupting: 2_000 }
const intervalMs = 20

/**
 * `/stop` overtakes what was sent before it. Resolves when that has begun, so that it ends it too: the commands of its conversation that begin work (see
 * `Command.beginsWork`), and the messages, unless they wait for the end of a turn.
 */
export async function untilBegun(
  stop: Pick<WorkItem, 'id' | 'putAtMs'>,
  message: InboundMessage,
  { queue, commands, access, place, signal }: UntilBegunOptions,
): Promise<void> {
  const { network, conversation, whenBusy } = place
  const key = keyOf(message, network)

  async function commandOf(event: InboundEvent, line: string): Promise<Command | undefined> {
    const who = await access.identify(event, network)
    if (!who) return undefined
    const { person, surface } = senderOf({ network, who })
    const found = commands.find(line, surface, person)
    return found.type === 'command' ? found.command : undefined
  }

  async function beginningOf({ payload, status }: WorkItemRecord): Promise<Beginning | undefined> {
    const found = fromInboundPayload(payload)
    if (status === 'dead' || found?.network !== network.name || keyOf(found.event, network) !== key) return undefined
    const { event } = found
    const line = commandLineOf(event)
    if (line === undefined) return event.type === 'message' && mayAnswer(event, network) ? 'turn' : undefined
    const { beginsWork = false, becomesMessage = false } = (await commandOf(event, line)) ?? {}
    if (beginsWork) return 'work'
    return becomesMessage ? 'turn' : undefined
  }

  /** As it was when the command was owed. */
  function beginsWork({ payload, status }: WorkItemRecord): boolean {
    const command = status === 'dead' ? undefined : fromInboundPayload(payload)?.command
    return command?.conversation === key && command.beginsWork === true
  }

  async function isEarlier({ id }: WorkItemRecord): Promise<boolean> {
    const received = await queue.get({ queue: inboxQueue, id })
    return received !== undefined && received.putAtMs <= stop.putAtMs
  }

  async function awaited(): Promise<Beginning | undefined> {
    // In this order: an event leaves the inbox when its command or its answer was put. Only the whole inbox has the order of both lanes of a chat.
    const received = await queue.list({ queue: inboxQueue })
    const begun = await queue.list({ queue: commandsQueue })
    const owed = await queue.list({ queue: repliesQueue, lane: key })
    const runs = conversation.state.activity !== 'idle' || owed.some(({ status }) => status === 'claimed')
    const at = received.findIndex(({ id }) => id === stop.id)
    const beginnings = await Promise.all(received.slice(0, Math.max(at, 0)).map(beginningOf))
    if (!runs && owed.some(({ status, error }) => status === 'waiting' && error === undefined)) return 'turn'
    // Behind a turn, messages wait for its end, and stay. Those that interrupt it are what was asked for last.
    if (beginnings.includes('turn')) {
      if (!runs) return 'turn'
      if (whenBusy === 'interrupt') return 'interrupting'
    }
    const areEarlier = await Promise.all(begun.filter(beginsWork).map(isEarlier))
    return beginnings.includes('work') || areEarlier.includes(true) ? 'work' : undefined
  }

  const startMs = performance.now()
  for (;;) {
    const waitsFor = await awaited()
    if (waitsFor === undefined || performance.now() - startMs > longestMs[waitsFor]) return
    await sleep(intervalMs, undefined, { signal })
  }
}
