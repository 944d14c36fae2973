import { formerProviders } from '../../../schema/features/memory.js'
import { isSection } from '../../../schema/section.js'
import type { Conversion, Converter } from './conversion.js'
import { withoutEmpty, withoutFields } from './fields.js'
import { toNamedServer } from './to-server.js'

/** The settings of the Hermes Agent in Python that have a counterpart here, by dotted path. */
export const converters: ReadonlyMap<string, Converter> = new Map(
  Object.entries({
    'agent.budget_warning_ratio': { convert: toSwitch('agent.budget_warnings') },
    'agent.gateway_timeout': sameValue('agent.turn_liveness.timeout_s'),
    'agent.personalities': { isEach: true, convert: toPersonality },
    'approvals.cron_mode': { convert: toUnattendedMode },
    'approvals.single_query_mode': { convert: toUnattendedMode },
    'code_execution.kernel_idle_timeout': sameValue('code_execution.idle_timeout'),
    'code_execution.max_session_kernels': sameValue('code_execution.max_kernels'),
    'compression.summary_model': sameValue('auxiliary.compression.model'),
    'compression.summary_provider': sameValue('auxiliary.compression.provider'),
    custom_providers: { isEach: true, convert: toNamedServer },
    'database.backend': { convert: toDatabase },
    fallback_model: { convert: toFallback },
    'memory.provider': { isForeign: (value) => formerProviderFor(value) !== undefined, convert: toMemoryProvider },
    prefill_messages_file: sameValue('agent.prefill_messages_file'),
    timezone: sameValue('cron.timezone'),
    'tool_output.max_bytes': sameValue('tool_output.max_chars'),
  } satisfies Record<string, Converter>),
)

/** An empty text means the default there. */
function sameValue(path: string): Converter {
  return { convert: (value) => ({ settings: value === '' ? [] : [{ path: path.split('.'), value }] }) }
}

/** A share there, of which only the choice between some and none remains. */
function toSwitch(path: string): Converter['convert'] {
  return (value) => {
    if (typeof value !== 'number') return { because: `Here, ${path} is true or false.` }
    return { settings: [{ path: path.split('.'), value: value > 0 && value < 1 }] }
  }
}

function toUnattendedMode(value: unknown): Conversion {
  if (value !== 'approve') return { settings: [{ path: ['approvals', 'unattended_mode'], value }] }
  return {
    because:
      'Here, nothing dangerous runs unasked while no one is there to answer, unless approvals.mode is "off" or command_allowlist names it.',
  }
}

function toDatabase(value: unknown): Conversion {
  // The default of both programs.
  if (value === 'sqlite' || value === '') return { settings: [] }
  return { because: 'Here, the address of a database in database.url chooses it.' }
}

function toMemoryProvider(value: unknown): Conversion {
  return { settings: [{ path: ['memory', 'provider'], value: formerProviderFor(value) }] }
}

function formerProviderFor(value: unknown): string | undefined {
  return isText(value) && Object.hasOwn(formerProviders, value) ? formerProviders[value] : undefined
}

/** A text there too, or one with words about tone and style. */
function toPersonality(value: unknown, name: string): Conversion {
  const text = isSection(value)
    ? [value.system_prompt, labelled('Tone', value.tone), labelled('Style', value.style)].filter(isText).join('\n')
    : value
  if (!isText(text)) return { because: 'Here, a personality is a text.' }
  return { settings: [{ path: ['personalities', name], value: text }] }
}

function labelled(label: string, value: unknown): string | undefined {
  return isText(value) ? `${label}: ${value}` : undefined
}

const fieldsOfFallback: ReadonlySet<string> = new Set(['provider', 'model', 'base_url', 'key_env', 'api_mode'])

/** One provider there, or several. */
function toFallback(value: unknown): Conversion {
  const given = Array.isArray(value) ? value : [value]
  if (!given.every(isSection)) return { because: 'Here, fallback_providers is a list of sections with `provider`.' }
  // An empty section means none there.
  const chain = given.map(withoutEmpty).filter((entry) => Object.keys(entry).length > 0)
  if (chain.some((entry) => entry.api_key !== undefined)) {
    return { because: 'In fallback_providers, `key_env` names the variable with the key: put the key in .env.' }
  }
  const lost = [...new Set(chain.flatMap(Object.keys))].filter((name) => !fieldsOfFallback.has(name))
  const entries = chain.map((entry) =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => fieldsOfFallback.has(name))),
  )
  return {
    settings: entries.length === 0 ? [] : [{ path: ['fallback_providers'], value: entries }],
    ...(lost.length > 0 && { remark: withoutFields(lost) }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
