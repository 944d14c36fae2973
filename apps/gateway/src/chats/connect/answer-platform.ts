import type { Command } from '@hermes/conversations/commands'
import type { KnownPerson } from '../network/known-person.js'
import type { ConnectionHealths } from './connection-health.js'
import { networkStates } from './network-state.js'
import type { Pauses } from './pauses.js'

export interface PlatformServices {
  readonly pauses: Pauses
  /** The current health of the connections, which changes over time. */
  readonly health: ConnectionHealths
  /** Time without a connection after which a network needs attention, in milliseconds. */
  attentionMs(): number
  /** Applies pauses and resumptions. */
  refresh(): Promise<void>
}

const usage = 'Write /platform list, /platform pause NAME or /platform resume NAME.'

/**
 * Answers `/platform`, which pauses and resumes networks.
 * @returns the text for the person, or `undefined` if it is another command.
 */
export async function answerPlatform(
  line: string,
  {
    network,
    who,
    services,
  }: { readonly network: string; readonly who: KnownPerson; readonly services: PlatformServices },
): Promise<string | undefined> {
  const [command = '', action = 'list', name, ...more] = line.trim().split(/\s+/)
  if (command.toLowerCase() !== '/platform') return undefined
  if (who.role !== 'owner' && who.role !== 'admin') return 'Only an administrator can pause networks.'
  const { health, pauses, refresh } = services
  if (action === 'list' && name === undefined) return listOf(services)
  if ((action !== 'pause' && action !== 'resume') || name === undefined || more.length > 0) return usage
  if (!health.has(name)) return `There is no network ${name}: there is ${[...health.keys()].join(', ')}.`
  if (action === 'resume') {
    if (!(await pauses.resume(name))) return `${name} is not paused.`
    await refresh()
    return `${name} is resumed: what waits there is sent now.`
  }
  if (name === network)
    return `${name} is not paused: /platform resume would not be read here. Pause it on another network, or on the machine of the gateway with \`hermes gateway pause ${name}\`.`
  await pauses.pause(name)
  await refresh()
  return `${name} is paused: I read and send nothing there until /platform resume ${name}.`
}

function listOf({ health, attentionMs }: PlatformServices): string {
  const lines = networkStates(health, attentionMs()).map(
    ({ name, status, since, needsAttention, reason }) =>
      `- ${name}: ${status} since ${since}${needsAttention ? ', needs attention' : ''}${reason === undefined ? '' : `: ${reason}`}`,
  )
  return lines.join('\n')
}

/** The entry of `/platform` in the list of commands. The inbox answers it, because it knows the networks. */
export const platformCommand: Command = {
  name: 'platform',
  usage: '[list | pause NAME | resume NAME]',
  description: 'show the chat networks, pause one or resume it',
  category: 'settings',
  surfaces: ['chat'],
  who: 'admin',
  run: async () => ({ type: 'error', text: 'Write /platform in a chat of a network.' }),
}
