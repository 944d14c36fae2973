import { formerProviders } from '../../../schema/features/memory.js'
import { isSection } from '../../../schema/section.js'
import type { Conversion, Converter } from './conversion.js'
import { isEmpty } from './fields.js'
import { toFallbacks } from './to-fallbacks.js'
import { toModelFacts, writesModelFacts } from './to-model-facts.js'
import { toOrigins } from './to-origins.js'
import { searchServices, toSearchService } from './to-search-service.js'
import { isForeignServer, toNamedServer, toServer } from './to-server.js'

/** The settings of the Hermes Agent in Python that have a counterpart in Hermes, by dotted path. Those of chat networks are converted separately. */
export const converters: ReadonlyMap<string, Converter> = new Map(
  Object.entries({
    'agent.budget_warning_ratio': { convert: toSwitch('agent.budget_warnings') },
    'agent.gateway_timeout': sameValue('agent.turn_liveness.timeout_s'),
    'agent.max_turns': unlimited('agent.max_turns', 0),
    'agent.personalities': { isEach: true, convert: toPersonality },
    'approvals.cron_mode': { convert: toUnattendedMode },
    'approvals.mode': word('approvals.mode', { false: 'off' }),
    'approvals.single_query_mode': { convert: toUnattendedMode },
    'approvals.unattended_mode': { isForeign: (value) => value === 'approve', convert: toUnattendedMode },
    'auxiliary.background_review.enabled': { convert: toReviews },
    base_url: sameValue('model.base_url'),
    'code_execution.kernel_idle_timeout': sameValue('code_execution.idle_timeout'),
    'code_execution.max_session_kernels': sameValue('code_execution.max_kernels'),
    'compression.summary_model': sameValue('auxiliary.compression.model'),
    'compression.summary_provider': sameValue('auxiliary.compression.provider'),
    context_length: sameValue('model.context_length'),
    'cron.max_parallel_jobs': unlimited('cron.max_parallel_jobs', 1000),
    'cron.output_retention': { convert: toKeptRuns },
    'curator.archive_after_days': sameValue('skills.archive_after_days'),
    'curator.enabled': sameValue('skills.curation'),
    'curator.interval_hours': { convert: toDays('skills.curate_every_days') },
    'curator.stale_after_days': sameValue('skills.stale_after_days'),
    custom_providers: { isEach: true, convert: toNamedServer },
    'database.backend': { convert: toDatabase },
    'display.background_process_notifications': word('display.background_process_notifications', {
      false: 'off',
      true: 'all',
    }),
    'display.memory_notifications': word('display.memory_notifications', { false: 'off', true: 'on' }),
    'display.status_bar.fields': {
      // In the Python program, an empty list means the default fields.
      isForeign: (value, { isOfPython }) => isOfPython && Array.isArray(value) && value.length === 0,
      convert: () => ({ settings: [] }),
    },
    'display.tool_progress': word('display.tool_progress', { false: 'off', true: 'all' }),
    fallback_model: { convert: toFallbacks },
    'gateway.api_server.cors_origins': {
      isForeign: (value) => value === '*' || (Array.isArray(value) && value.includes('*')),
      convert: toOrigins,
    },
    'gateway.api_server.max_concurrent_runs': unlimited('gateway.api_server.max_concurrent_runs', 1000),
    max_turns: sameValue('agent.max_turns'),
    mcp_servers: { isEach: true, isForeign: (_, __, name) => toServerName(name) !== name, convert: toNamedMcpServer },
    'memory.provider': { isForeign: (value) => formerProviderFor(value) !== undefined, convert: toMemoryProvider },
    model: { isForeign: (value) => typeof value === 'string', convert: toModel },
    'model.api_base': sameValue('model.base_url'),
    'model.model': sameValue('model.default'),
    'model.name': sameValue('model.default'),
    model_overrides: { isEach: true, isForeign: writesModelFacts, convert: toModelFacts },
    multiplex_profiles: sameValue('gateway.multiplex_profiles'),
    personalities: { isEach: true, isForeign: isSection, convert: toPersonality },
    platform_hints: { isEach: true, isForeign: isText, convert: toHint },
    prefill_messages_file: sameValue('agent.prefill_messages_file'),
    provider: sameValue('model.provider'),
    providers: {
      isEach: true,
      isForeign: (value, _, name) => isForeignServer(name, value),
      convert: (value, name) => toServer(name, value),
    },
    'stt.cloud_trim_silence': sameValue('stt.trim_silence'),
    timezone: sameValue('cron.timezone'),
    'tool_loop_guardrails.loop_caps.max_subagents': sameValue('tool_loop_guardrails.loop_caps.delegate_task'),
    'tool_loop_guardrails.loop_caps.max_web_searches': sameValue('tool_loop_guardrails.loop_caps.web_search'),
    'tool_output.max_bytes': sameValue('tool_output.max_chars'),
    'tools.tool_search': { isForeign: isSection, convert: toToolSearch },
    'web.backend': { isForeign: (value) => Object.hasOwn(searchServices, String(value)), convert: toSearchService },
    'web.extract_char_limit': sameValue('web.extract_max_chars'),
  } satisfies Record<string, Converter>),
)

function setting(path: string, value: unknown): Conversion {
  return { settings: [{ path: path.split('.'), value }] }
}

/** Keeps the value under another name. */
function sameValue(path: string): Converter {
  return { convert: (value) => (isEmpty(value) ? { settings: [] } : setting(path, value)) }
}

/** Converts the words that YAML 1.1 reads as `true` and `false`. */
function word(path: string, words: Readonly<Partial<Record<'true' | 'false', string>>>): Converter {
  const of = (value: unknown) => (typeof value === 'boolean' ? words[value ? 'true' : 'false'] : undefined)
  return { isForeign: (value) => of(value) !== undefined, convert: (value) => setting(path, of(value)) }
}

const noLimit: ReadonlySet<string> = new Set(['none', 'unlimited', 'inf', 'infinite', 'infinity', 'no limit'])

/**
 * Converts a value that means no limit.
 * @param most The value that means no limit in Hermes, or the highest one.
 */
function unlimited(path: string, most: number): Converter {
  const isUnlimited = (value: unknown) =>
    typeof value === 'string' ? noLimit.has(value.trim().toLowerCase()) : typeof value === 'number' && value <= 0
  return {
    isForeign: (value) => value !== most && isUnlimited(value),
    convert: () => setting(path, most),
  }
}

/** Converts a share, of which only the choice between some and none remains. */
function toSwitch(path: string): Converter['convert'] {
  return (value) => {
    if (typeof value !== 'number') return { because: `Here, ${path} is true or false.` }
    return setting(path, value > 0 && value < 1)
  }
}

function toDays(path: string): Converter['convert'] {
  return (value) => {
    if (typeof value !== 'number') return { because: `Here, ${path} is a number of days.` }
    return setting(path, Math.max(1, Math.round(value / 24)))
  }
}

function toKeptRuns(value: unknown): Conversion {
  const everything = 10_000
  return setting('cron.kept_runs', typeof value === 'number' && value <= 0 ? everything : value)
}

function toUnattendedMode(value: unknown): Conversion {
  if (value !== 'approve') return setting('approvals.unattended_mode', value)
  return {
    because:
      'Here, nothing dangerous runs unasked while no one is there to answer, unless approvals.mode is "off" or command_allowlist names it.',
  }
}

/** Converts the Python program's single switch to the two occasions for a review. */
function toReviews(value: unknown): Conversion {
  if (value !== false) return { settings: [] }
  return {
    settings: [
      { path: ['memory', 'nudge_interval'], value: 0 },
      { path: ['memory', 'flush_min_turns'], value: 0 },
    ],
  }
}

function toDatabase(value: unknown): Conversion {
  // This is the default of both programs.
  if (value === 'sqlite' || value === '') return { settings: [] }
  return { because: 'Here, the address of a database in database.url chooses it.' }
}

function toMemoryProvider(value: unknown): Conversion {
  return setting('memory.provider', formerProviderFor(value))
}

function formerProviderFor(value: unknown): string | undefined {
  return isText(value) && Object.hasOwn(formerProviders, value) ? formerProviders[value] : undefined
}

/** Converts a section `model` that is only the name of the model. */
function toModel(value: unknown): Conversion {
  return value === '' ? { settings: [] } : setting('model.default', value)
}

/** Converts a personality, which is a text, or a section with a text and words about tone and style. */
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

/** Converts a hint that is only a text. It is added to the built-in hint. */
function toHint(value: unknown, name: string): Conversion {
  return { settings: [{ path: ['platform_hints', name], value: { append: value } }] }
}

const searchModes = { true: 'on', false: 'off' }

function toToolSearch(value: unknown): Conversion {
  const enabled = isSection(value) ? value.enabled : undefined
  const lost = isSection(value) ? Object.keys(value).some((name) => name !== 'enabled') : false
  if (enabled === undefined) return { settings: [] }
  const mode = typeof enabled === 'boolean' ? searchModes[enabled ? 'true' : 'false'] : enabled
  return { ...setting('tools.tool_search', mode), ...(lost && { remark: 'Its limits have no counterpart here.' }) }
}

/** Converts the name of a server. It becomes part of the names of tools, which providers limit. */
function toServerName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 32)
}

function toNamedMcpServer(value: unknown, name: string): Conversion {
  return { settings: [{ path: ['mcp_servers', toServerName(name)], value }] }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
