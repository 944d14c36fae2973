import { type Fields, fieldsAt, numberAt, textAt } from '../fields.js'
import type { ForeignSetting, ForeignSettings } from './foreign-setting.js'
import type { SettingsSource } from './settings-source.js'

const efforts: Readonly<Record<string, string>> = {
  off: 'none',
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
}

/** Returns the reasoning effort, the time zone of schedules, the time limit of commands, and the voice. */
export function behaviorSettings({
  config,
  agentSettings,
}: Pick<SettingsSource, 'config' | 'agentSettings'>): ForeignSettings {
  const defaults = fieldsAt(fieldsAt(config, 'agents'), 'defaults')
  const effort = efforts[textAt(agentSettings, 'thinkingDefault') ?? textAt(defaults, 'thinkingDefault') ?? '']
  const zone = textAt(defaults, 'userTimezone')
  const seconds = numberAt(fieldsAt(fieldsAt(config, 'tools'), 'exec'), 'timeoutSec')
  const voice = voiceOf(fieldsAt(fieldsAt(config, 'messages'), 'tts'))
  const settings: ForeignSetting[] = [
    ...(effort === undefined ? [] : [{ section: ['agent'], values: { reasoning_effort: effort } }]),
    ...(zone === undefined ? [] : [{ section: ['cron'], values: { timezone: zone } }]),
    ...(seconds === undefined ? [] : [{ section: ['terminal'], values: { timeout: seconds } }]),
    ...(voice ? [{ section: ['tts'], values: voice }] : []),
  ]
  return { settings, refused: [] }
}

/** Returns the voice, only for services that Hermes supports as well. */
function voiceOf(tts: Fields): Fields | undefined {
  const provider = textAt(tts, 'provider')
  if (provider !== 'elevenlabs' && provider !== 'openai') return undefined
  const settings = { ...fieldsAt(tts, provider), ...fieldsAt(fieldsAt(tts, 'providers'), provider) }
  const voice = textAt(settings, 'voiceId') ?? textAt(settings, 'voice')
  const model = textAt(settings, 'modelId') ?? textAt(settings, 'model')
  return { provider, ...(voice !== undefined && { voice }), ...(model !== undefined && { model }) }
}
