import { join } from 'node:path'
import { createSpeaker, createTranscriber, type SpeechSettings, textToSpeechTool } from '@hermes/media'
import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { toMs } from '../../schema/to-ms.js'
import { createPrograms } from './create-programs.js'

export type SpeechFeatureSettings = Pick<Config, 'stt' | 'tts'>

/**
 * Creates the services for hearing and speaking. Their programs run on this machine, outside the sandbox, because they come from the settings of the owner.
 */
export const createSpeech: CreateFeature<SpeechFeatureSettings> = async ({
  settings: { stt, tts },
  environment,
  folders,
  variables,
  logger,
  packages,
  fetch,
}) => {
  const { workingDirectory } = environment
  const programs = createPrograms({ workingDirectory, variables, logger, packages })
  const folder = join(folders.cache, 'speech')
  const host = { fetch, run: programs.run, folder, variables }
  const transcriber = stt.enabled
    ? createTranscriber({ ...settingsOf(stt), trimsSilence: stt.trim_silence }, host)
    : undefined
  const speaker = tts.enabled ? createSpeaker(settingsOf(tts), host) : undefined
  if (!transcriber && !speaker) return undefined
  return {
    name: 'speech',
    tools: speaker ? [textToSpeechTool({ speaker, folder })] : [],
    shown: { ...(transcriber && { transcriber }), ...(speaker && { speaker }) },
    [Symbol.asyncDispose]: () => programs[Symbol.asyncDispose](),
  }
}

/** Converts the settings of either direction to the names of the library. */
function settingsOf(section: SpeechFeatureSettings['stt'] | SpeechFeatureSettings['tts']): SpeechSettings {
  const { base_url: baseUrl, api_key: apiKey, timeout, enabled: _, ...rest } = section
  return { ...rest, baseUrl, apiKey, timeoutMs: toMs(timeout) }
}
