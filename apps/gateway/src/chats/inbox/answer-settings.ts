import type { InboundEvent } from '@hermes/core/platform'
import type { HostHooks } from '@hermes/core/wiring'
import type { Config } from '@hermes/runtime'
import { answerBusy } from '../busy/answer-busy.js'
import type { BusyModes } from '../busy/busy-modes.js'
import { answerPlatform, type PlatformServices } from '../connect/answer-platform.js'
import type { ChatNetwork } from '../network/chat-network.js'
import type { KnownPerson } from '../network/known-person.js'
import { answerSetHome, type SaveSetting } from '../people/home-chat.js'
import { answerVerbose } from '../replies/tools/answer-verbose.js'
import { answerVoice, type VoiceServices } from '../voice/answer-voice.js'

export interface SettingsServices {
  readonly saveSetting: SaveSetting
  readonly platforms: PlatformServices
  readonly display: () => Config['display']
  readonly voice: VoiceServices
  readonly busyModes: BusyModes
  /** Returns the current hooks of plugins. */
  readonly hooks: () => HostHooks
}

interface Asking {
  readonly network: ChatNetwork
  readonly who: KnownPerson
}

/** Answers a command that changes a network or a chat and reaches no conversation. Returns `undefined` for other commands. */
export async function answerSettings(
  line: string,
  event: InboundEvent,
  { network, who }: Asking,
  { saveSetting: save, platforms, display, voice, busyModes, hooks }: SettingsServices,
): Promise<string | undefined> {
  const { name } = network
  const blocked = await whyBlocked(line, { network, who }, hooks())
  if (blocked !== undefined) return blocked
  return (
    (await answerSetHome(line, event, { network: name, who, save })) ??
    (await answerPlatform(line, { network: name, who, services: platforms })) ??
    (await answerVerbose(line, { network, who, save, display: display() })) ??
    (await answerVoice(line, event, network, voice)) ??
    (await answerBusy(line, event, network, busyModes))
  )
}

/** Commands that are answered here. Those of a conversation are checked where they run. */
const answered: ReadonlySet<string> = new Set(['sethome', 'platform', 'verbose', 'voice', 'busy'])

async function whyBlocked(
  line: string,
  { network, who: { person } }: Asking,
  { judgeCommand }: HostHooks,
): Promise<string | undefined> {
  const [, typed = '', args = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? []
  const name = typed.toLowerCase()
  if (!judgeCommand || !answered.has(name)) return undefined
  const { id: userId, role } = person
  const reason = await judgeCommand({ source: network.name, surface: 'chat', userId, role, name, args })
  return reason === undefined ? undefined : `/${name} was not run: ${reason}`
}
