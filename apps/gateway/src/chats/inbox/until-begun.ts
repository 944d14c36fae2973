import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandTable } from '@hermes/conversations/commands'
import type { InboundEvent } from '@hermes/core/platform'
import type { WorkItem, WorkItemRecord, WorkQueue } from '@hermes/core/queue'
import type { ChatNetwork } from '../network/chat-network.js'
import { keyOf } from '../network/chat-origin.js'
import { fromInboundPayload } from '../network/payload.js'
import { commandsQueue, inboxQueue } from '../network/queues.js'
import { senderOf } from '../network/sender-of.js'
import { laneOf } from '../outbox/lane-of.js'
import type { Access } from '../people/access.js'
import { commandLineOf } from './command-line-of.js'

export interface UntilBegunOptions {
  readonly queue: Pick<WorkQueue, 'get' | 'list'>
  readonly commands: Pick<CommandTable, 'find'>
  readonly access: Pick<Access, 'identify'>
  readonly network: ChatNetwork
  readonly signal: AbortSignal
}

/** A chat in which other events hang is stopped all the same. */
const longestMs = 10_000
const intervalMs = 20

/**
 * `/stop` overtakes what was sent before it. Resolves when the commands of its conversation that came before it have begun their work, so that it ends
 * that work too: see `Command.beginsWork`.
 */
export async function untilBegun(
  stop: Pick<WorkItem, 'id' | 'putAtMs'>,
  event: InboundEvent,
  { queue, commands, access, network, signal }: UntilBegunOptions,
): Promise<void> {
  const lane = laneOf({ network: network.name, address: event })
  const conversation = keyOf(event, network)

  async function willBeginWork({ payload, status }: WorkItemRecord): Promise<boolean> {
    const found = fromInboundPayload(payload)
    if (status === 'dead' || found?.network !== network.name || keyOf(found.event, network) !== conversation)
      return false
    const line = commandLineOf(found.event)
    const who = line === undefined ? undefined : await access.identify(found.event, network)
    if (line === undefined || !who) return false
    const { person, surface } = senderOf({ network, who })
    const named = commands.find(line, surface, person)
    return named.type === 'command' && named.command.beginsWork === true
  }

  /** As it was when the command was owed. */
  function beginsWork({ payload, status }: WorkItemRecord): boolean {
    const command = status === 'dead' ? undefined : fromInboundPayload(payload)?.command
    return command?.conversation === conversation && command.beginsWork === true
  }

  async function isEarlier({ id }: WorkItemRecord): Promise<boolean> {
    const received = await queue.get({ queue: inboxQueue, id })
    return received !== undefined && received.putAtMs <= stop.putAtMs
  }

  async function waitsFor(): Promise<boolean> {
    // In this order: an event leaves the inbox when its command was put.
    const received = await queue.list({ queue: inboxQueue, lane })
    const begun = await queue.list({ queue: commandsQueue })
    if ((await Promise.all(begun.filter(beginsWork).map(isEarlier))).includes(true)) return true
    const earlier = received.filter(({ putAtMs }) => putAtMs <= stop.putAtMs)
    return (await Promise.all(earlier.map(willBeginWork))).includes(true)
  }

  const endMs = performance.now() + longestMs
  while (performance.now() < endMs && (await waitsFor())) await sleep(intervalMs, undefined, { signal })
}
