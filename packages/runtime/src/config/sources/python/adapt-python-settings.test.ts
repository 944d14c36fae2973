import { expect, test } from 'vitest'
import { tempHome } from '../../../../testing/temp-home.js'
import { defaultConfig } from '../../../schema/default-config.js'
import { listConfigKeys } from '../../document/config-keys.js'
import { valueAt } from '../../document/value-at.js'
import { loadConfig } from '../../load/load-config.js'
import { adaptPythonSettings } from './adapt-python-settings.js'

/** In that program's format. */
const config = `
_config_version: 23
model: { default: lab/large, provider: openrouter, persist_switch_by_default: false, aliases: { fast: x } }
fallback_model: { provider: openrouter, model: lab/small }
agent:
  max_turns: 60
  api_max_retries: 3
  reasoning_effort: ""
  stall_guards: true
  turn_liveness: { timeout_s: 600, poll_s: 15 }
terminal: { backend: local, cwd: ".", timeout: 180, lifetime_seconds: 300, persistent_shell: true }
compression: { enabled: true, threshold: 0.5, tail_mode: lean, in_place: true }
auxiliary:
  vision: { provider: auto, model: "", base_url: "", api_key: "", timeout: 120, max_concurrency: 2 }
  web_extract: { provider: auto }
memory: { memory_enabled: true, nudge_interval: 10, flush_min_turns: 6 }
skills: { external_dirs: [] }
display: { tool_progress: all, skin: default, personality: kawaii, show_reasoning: true }
gateway: { platforms: { telegram: { enabled: true, token: x } }, api_server: { port: 9000, enabled: true } }
mcp_servers: { time: { command: uvx, skip_preflight: true, sampling: { enabled: true } } }
plugins: { enabled: [] }
database: { journal_mode: wal }
stt: { enabled: true, provider: local, local: { model: base }, language: de }
tts: { provider: edge, edge: { voice: en-US-AriaNeural }, speed: 1.1 }
security: { redact_secrets: true, tirith_enabled: true }
`

test('reads a config of the Hermes Agent in Python, and names ignored settings with their replacement', async () => {
  const { config: loaded, warnings } = await loadConfig({ paths: await tempHome({ config }), variables: {} })
  expect(loaded.model).toMatchObject({ default: 'lab/large', provider: 'openrouter' })
  expect(loaded.agent).toMatchObject({ max_turns: 60, api_max_retries: 3 })
  expect(loaded.display).toMatchObject({ tool_progress: 'all', show_reasoning: true })
  expect(loaded.memory).toMatchObject({ nudge_interval: 10, flush_min_turns: 6 })
  expect(loaded.gateway.api_server.port).toBe(9000)
  const told = warnings.join('\n')
  expect(loaded.fallback_providers).toEqual([{ provider: 'openrouter', model: 'lab/small' }])
  expect(told).toMatch(/^fallback_model in .*config\.yaml is fallback_providers here and is used as that: /m)
  expect(told).toMatch(
    /are ignored: gateway\.platforms, gateway\.api_server\.enabled\. Chat networks are set up in the section platforms here\./,
  )
  expect(loaded.stt).toMatchObject({ enabled: true, provider: 'auto', language: 'de' })
  expect(loaded.tts).toMatchObject({ provider: 'auto', speed: 1.1 })
  expect(told).toContain('stt.provider, stt.local, tts.provider, tts.edge. Here, a program is named by command')
  expect(loaded.mcp_servers).toMatchObject({ time: { command: 'uvx', sampling: false } })
  const names = [
    '_config_version',
    'model.aliases',
    'agent.stall_guards',
    'agent.turn_liveness.poll_s',
    'auxiliary.vision.max_concurrency',
    'plugins',
  ]
  for (const name of [...names, 'auxiliary.web_extract', 'security.tirith_enabled', 'gateway.platforms']) {
    expect(told).toContain(name)
  }
  expect(warnings.length).toBeLessThan(10)
})

test('still rejects a name that is in neither program', async () => {
  const paths = await tempHome({ config: 'memory: {}\ndisplay:\n  skin: x\n  tool_progres: all\n' })
  await expect(loadConfig({ paths, variables: {} })).rejects.toThrow('There is no setting display.tool_progres')
})

test('never ignores settings of this program', () => {
  for (const { path } of listConfigKeys()) {
    const nested = path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), 'x')
    const { warnings, values } = adaptPythonSettings(nested as Readonly<Record<string, unknown>>, 'config.yaml')
    expect(warnings, path).toEqual([])
    expect(values, path).toEqual(nested)
  }
})

test.each([
  ['agent: { budget_warning_ratio: 0.8 }', 'agent.budget_warnings', true],
  ['agent: { budget_warning_ratio: 0 }', 'agent.budget_warnings', false],
  ['agent: { gateway_timeout: 900 }', 'agent.turn_liveness.timeout_s', 900],
  [
    'agent: { personalities: { calm: { system_prompt: "Be calm.", tone: dry } } }',
    'personalities.calm',
    'Be calm.\nTone: dry',
  ],
  ['approvals: { cron_mode: deny }', 'approvals.unattended_mode', 'deny'],
  ['compression: { summary_model: small, summary_provider: "" }', 'auxiliary.compression.model', 'small'],
  ['fallback_model: { provider: groq, api_mode: "" }', 'fallback_providers', [{ provider: 'groq' }]],
  ['tool_output: { max_bytes: 9000 }', 'tool_output.max_chars', 9000],
])('%s is %s, with a value that fits there', async (text, path, value) => {
  const { config: loaded } = await loadConfig({ paths: await tempHome({ config: text }), variables: {} })
  expect(valueAt(loaded, path)).toEqual(value)
})

test.each([
  ['approvals: { cron_mode: approve }', 'approvals.cron_mode', /nothing dangerous runs unasked/],
  ['database: { backend: postgres }', 'database.backend', /database\.url/],
  ['fallback_model: { provider: groq, api_key: x }', 'fallback_model', /`key_env` names the variable/],
  ['agent: { gateway_timeout: -1 }', 'agent.gateway_timeout', /turn_liveness\.timeout_s must be a number from 0/],
])('%s has no value here: Hermes starts with the default and says why', async (text, path, why) => {
  const { config: loaded, warnings } = await loadConfig({ paths: await tempHome({ config: text }), variables: {} })
  expect(loaded).toEqual(defaultConfig())
  expect(warnings).toEqual([expect.stringMatching(why)])
  expect(warnings[0]).toContain(`${path} in `)
})

test('a setting of this program wins over the one with the same meaning', async () => {
  const text = 'agent: { gateway_timeout: 900, turn_liveness: { timeout_s: 5 } }\n'
  const { config: loaded, warnings } = await loadConfig({ paths: await tempHome({ config: text }), variables: {} })
  expect(loaded.agent.turn_liveness.timeout_s).toBe(5)
  expect(warnings.join()).toContain('agent.turn_liveness.timeout_s is set, too, and wins.')
})

test.each([
  ['prompt_caching: { cache_ttl: auto }', 'prompt_caching.cache_ttl', '5m', /1h and off/],
  ['logging: { level: WARNING }', 'logging.level', 'warn', /warn is used/],
  ['logging: { level: INFO }', 'logging.level', 'info', /info is used/],
  ['agent: { reasoning_effort: ultra }', 'agent.reasoning_effort', 'max', /the highest/],
  ['credential_pool_strategies: { groq: quota_aware }', 'credential_pool_strategies.groq', 'fill_first', /least_used/],
  [
    'fallback_providers: [{ provider: groq, context_length: 9000 }]',
    'fallback_providers',
    [{ provider: 'groq' }],
    /model_overrides/,
  ],
  ['agent: { disabled_toolsets: [browser, web] }', 'agent.disabled_toolsets', ['web'], /no browser to disable/],
  [
    'custom_toolsets: { mine: { description: x, tools: [web] } }',
    'custom_toolsets.mine',
    ['web'],
    /a bundle is a list/,
  ],
  ['terminal: { oneshot_completion_wait_seconds: 5 }', 'terminal.backend', 'local', /oneshot_completion_wait_seconds/],
])('%s does not stop the start: %s is %j', async (text, path, value, why) => {
  const { config: loaded, warnings } = await loadConfig({ paths: await tempHome({ config: text }), variables: {} })
  expect(valueAt(loaded, path)).toEqual(value)
  expect(warnings).toEqual([expect.stringMatching(why)])
})

test('tells which settings keep their name and have another value', () => {
  const { warnings } = adaptPythonSettings(
    {
      memory: { provider: 'holographic' },
      providers: { box: { base_url: 'http://127.0.0.1:9/v1', default_model: 'qwen3' } },
    },
    'config.yaml',
  )
  const end = 'here and is used as that: migrate the settings once only this program reads them.'
  expect(warnings).toEqual([
    `The value of memory.provider in config.yaml is "local" ${end}`,
    `The value of providers.box in config.yaml is written otherwise ${end}`,
  ])
})
