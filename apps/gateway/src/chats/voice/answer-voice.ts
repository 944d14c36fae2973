import type { InboundEvent } from '@hermes/core/platform'
import type { Runtime } from '@hermes/runtime'
import type { ChatNetwork } from '../network/chat-network.js'
import { keyOf } from '../network/chat-origin.js'
import { type VoiceMode, type VoiceModes, voiceModes } from './voice-modes.js'

export interface VoiceServices {
  readonly modes: VoiceModes
  /** Returns the current speaker. */
  speaker(): Runtime['speaker']
}

/**
 * Answers `/voice`, which sets which answers of the conversation are also spoken.
 * @returns the text for the person, or `undefined` if it is another command.
 */
export async function answerVoice(
  line: string,
  event: InboundEvent,
  network: ChatNetwork,
  { modes, speaker }: VoiceServices,
): Promise<string | undefined> {
  const [name = '', given = 'status', ...more] = line.trim().toLowerCase().split(/\s+/)
  if (name !== '/voice') return undefined
  if (!network.adapter.limits.media) return `${network.name} has no voice messages.`
  const key = keyOf(event, network)
  const mode = voiceModes.find((each) => each === given)
  if (more.length > 0 || (mode === undefined && given !== 'status')) return 'Write /voice on, tts, off or status.'
  if (mode !== 'off' && !speaker())
    return 'I have no voice: the owner of this agent can set one up with `tts` in the settings.'
  if (mode !== undefined) await modes.set(key, mode)
  return meanings[mode ?? (await modes.of(key))]
}

const meanings: Readonly<Record<VoiceMode, string>> = {
  on: 'on: I answer voice messages with my voice as well.',
  tts: 'tts: I say every answer as well.',
  off: 'off: I say no answers. `/voice on` says those to voice messages, `/voice tts` all.',
}
