import { chooseService, type SpeechHost, type SpeechSettings } from './choose-service.js'
import { createCommandSpeaker } from './command/command-speaker.js'
import { createElevenLabsSpeaker } from './elevenlabs/elevenlabs-speaker.js'
import { createOpenAiSpeaker } from './openai/openai-speaker.js'
import type { Speaker } from './speaker.js'

export interface SpeakerSettings extends SpeechSettings {
  /** The voice. Default: that of the service. */
  readonly voice?: string | undefined
  /** The speed. Default: 1, the normal speed. */
  readonly speed?: number | undefined
}

/** Creates the configured speaker. `undefined` when nothing that can speak is set up. */
export function createSpeaker(settings: SpeakerSettings, host: SpeechHost): Speaker | undefined {
  const { voice, speed, model, command, timeoutMs } = settings
  const { fetch, run, folder, variables } = host
  const chosen = chooseService(settings, 'speaks', variables)
  if (!chosen) return undefined
  const shared = { timeoutMs, ...(speed !== undefined && { speed }) }
  if (chosen.kind === 'command') {
    const words = { ...(model !== undefined && { model }), ...(voice !== undefined && { voice }) }
    return createCommandSpeaker({ ...shared, ...words, command, run, folder })
  }
  const { service, apiKey } = chosen
  const { title: name, baseUrl, wire, speaks = { model: '', voice: '' } } = service
  const create = wire === 'elevenlabs' ? createElevenLabsSpeaker : createOpenAiSpeaker
  return create({
    ...shared,
    name,
    baseUrl,
    fetch,
    model: model ?? speaks.model,
    voice: voice ?? speaks.voice,
    ...(apiKey !== undefined && { apiKey }),
  })
}
