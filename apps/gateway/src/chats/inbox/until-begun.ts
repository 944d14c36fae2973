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

/** What an event of the inbox is about to start. `interrupting`: a turn that ends the running one. */
type Beginning = 'turn' | 'interrupting' | 'work'

/** How long `/stop` waits, in milliseconds. After that, a chat whose other events hang is stopped anyway. */
const longestMs: Readonly<Record<Beginning, number>> = { turn: 10_000, work: 10_000, interrupting: 2_000 }
const intervalMs = 20

/**
 * Resolves when what was sent before a `/stop` has started, so that `/stop`, which overtakes it, also ends it: the commands of its conversation that
 * start work (see `Command.beginsWork`), and the messages, unless they wait for the end of a turn.
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

  /** Whether the command starts work, as recorded when it was owed. */
  function beginsWork({ payload, status }: WorkItemRecord): boolean {
    const command = status === 'dead' ? undefined : fromInboundPayload(payload)?.command
    return command?.conversation === key && command.beginsWork === true
  }

  async function isEarlier({ id }: WorkItemRecord): Promise<boolean> {
    const received = await queue.get({ queue: inboxQueue, id })
    return received !== undefined && received.putAtMs <= stop.putAtMs
  }

  async function awaited(): Promise<Beginning | undefined> {
    // Read in this order, because an event leaves the inbox once its command or answer was put. Only the whole inbox has the order of a chat's two lanes.
    const received = await queue.list({ queue: inboxQueue })
    const begun = await queue.list({ queue: commandsQueue })
    const owed = await queue.list({ queue: repliesQueue, lane: key })
    const runs = conversation.state.activity !== 'idle' || owed.some(({ status }) => status === 'claimed')
    const at = received.findIndex(({ id }) => id === stop.id)
    const beginnings = await Promise.all(received.slice(0, Math.max(at, 0)).map(beginningOf))
    if (!runs && owed.some(({ status, error }) => status === 'waiting' && error === undefined)) return 'turn'
    // Messages that wait for the end of a turn stay. Those that interrupt it are the newest request.
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
