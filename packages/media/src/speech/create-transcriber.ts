import { chooseService, type SpeechHost, type SpeechSettings } from './choose-service.js'
import { createCommandTranscriber } from './command/command-transcriber.js'
import { createElevenLabsTranscriber } from './elevenlabs/elevenlabs-transcriber.js'
import { createOpenAiTranscriber } from './openai/openai-transcriber.js'
import type { Transcriber } from './transcriber.js'
import { withTrimmedSilence } from './trim-silence.js'

export interface TranscriberSettings extends SpeechSettings {
  /** The spoken language: `en`. Default: detected by the service. */
  readonly language?: string | undefined
  /** Whether to remove the silence of long recordings, where `ffmpeg` is installed. Default: false. */
  readonly trimsSilence?: boolean | undefined
}

/** Creates the configured transcriber. `undefined` when nothing that can transcribe is set up. */
export function createTranscriber(settings: TranscriberSettings, host: SpeechHost): Transcriber | undefined {
  const transcriber = chosenTranscriber(settings, host)
  const { run, folder } = host
  if (!transcriber || !settings.trimsSilence) return transcriber
  return withTrimmedSilence(transcriber, { run, folder, timeoutMs: settings.timeoutMs })
}

function chosenTranscriber(settings: TranscriberSettings, host: SpeechHost): Transcriber | undefined {
  const { language, model, command, timeoutMs } = settings
  const { fetch, run, folder, variables } = host
  const chosen = chooseService(settings, 'hears', variables)
  if (!chosen) return undefined
  const shared = { timeoutMs, ...(language !== undefined && { language }) }
  if (chosen.kind === 'command')
    return createCommandTranscriber({ ...shared, command, run, folder, ...(model !== undefined && { model }) })
  const { service, apiKey } = chosen
  const { title: name, baseUrl, wire, hears = '' } = service
  const create = wire === 'elevenlabs' ? createElevenLabsTranscriber : createOpenAiTranscriber
  return create({ ...shared, name, baseUrl, fetch, model: model ?? hears, ...(apiKey !== undefined && { apiKey }) })
}
