import { expect, test } from 'vitest'
import { pythonDefaults } from '../../../../testing/python-defaults.js'
import { tempHome } from '../../../../testing/temp-home.js'
import { defaultConfig } from '../../../schema/default-config.js'
import { listConfigKeys } from '../../document/config-keys.js'
import { valueAt } from '../../document/value-at.js'
import { loadConfig } from '../../load/load-config.js'
import { adaptPythonSettings } from './adapt-python-settings.js'

/** In the format of the Hermes Agent in Python. */
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

test('reads a config of the Hermes Agent in Python, and says so once', async () => {
  const { config: loaded, warnings, remedy } = await loadConfig({ paths: await tempHome({ config }), variables: {} })
  expect(loaded.model).toMatchObject({ default: 'lab/large', provider: 'openrouter' })
  expect(loaded.agent).toMatchObject({ max_turns: 60, api_max_retries: 3 })
  expect(loaded.display).toMatchObject({ tool_progress: 'all', show_reasoning: true })
  expect(loaded.memory).toMatchObject({ nudge_interval: 10, flush_min_turns: 6 })
  expect(loaded.gateway.api_server.port).toBe(9000)
  expect(loaded.fallback_providers).toEqual([{ provider: 'openrouter', model: 'lab/small' }])
  expect(loaded.platforms.telegram).toMatchObject({ enabled: true, token: 'x' })
  expect(loaded.stt).toMatchObject({ enabled: true, provider: 'auto', language: 'de' })
  expect(loaded.tts).toMatchObject({ provider: 'auto', speed: 1.1 })
  expect(loaded.mcp_servers).toMatchObject({ time: { command: 'uvx', sampling: false } })
  expect(warnings).toEqual([
    expect.stringMatching(
      /config\.yaml is written for the Hermes Agent in Python\. \d+ of its .*, \d+ have no effect: migrate/,
    ),
  ])
  expect(remedy).toMatchObject({ type: 'migrate' })
})

test('names a few settings with their replacement, or why they are ignored', async () => {
  const few = `
fallback_model: { provider: openrouter, model: lab/small }
auxiliary: { vision: { max_concurrency: 2 } }
gateway: { platforms: { discord: { enabled: true } }, api_server: { enabled: true } }
stt: { provider: local, local: { model: base } }
plugins: { enabled: [] }
security: { tirith_enabled: true }
`
  const { warnings } = await loadConfig({ paths: await tempHome({ config: few }), variables: {} })
  const told = warnings.join('\n')
  expect(told).toMatch(/^fallback_model in .*config\.yaml is fallback_providers here and is used as that: /m)
  expect(told).toMatch(/are ignored: gateway\.platforms\. Chat networks are set up in the section platforms here\./)
  expect(told).toMatch(/are ignored: gateway\.api_server\.enabled\. The gateway always serves it here\./)
  expect(told).toContain('stt.provider, stt.local. Here, a program is named by command')
  for (const name of ['auxiliary.vision.max_concurrency', 'plugins', 'security.tirith_enabled'])
    expect(told).toContain(name)
})

test('knows every setting that the Python program saves', async () => {
  const { config: loaded, warnings } = await loadConfig({
    paths: await tempHome({ config: await pythonDefaults() }),
    variables: {},
  })
  expect(warnings).toHaveLength(1)
  expect(loaded).toMatchObject({
    model: { default: '' },
    web: { backend: 'auto', extract_max_chars: 15_000 },
    delegation: { max_iterations: 250 },
    display: { status_bar: { fields: expect.arrayContaining(['model']) } },
    cron: { kept_runs: 50 },
    tool_loop_guardrails: { loop_caps: { web_search: 50, delegate_task: 50 } },
    platforms: {},
  })
})

test('says in an error about such a file that it can be migrated', async () => {
  const paths = await tempHome({ config: 'smart_model_routing: { enabled: true }\nagent: { max_turns: many }\n' })
  const error: unknown = await loadConfig({ paths, variables: {} }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    path: 'agent.max_turns',
    message: expect.stringMatching(/max_turns must be .* written for the Hermes Agent in Python: migrate the settings/),
    remedy: { type: 'migrate', path: paths.config },
  })
})

test('still rejects a name that is unknown to both programs', async () => {
  const paths = await tempHome({ config: 'memory: {}\ndisplay:\n  skin: x\n  tool_progres: all\n' })
  await expect(loadConfig({ paths, variables: {} })).rejects.toThrow('There is no setting display.tool_progres')
})

test('never ignores settings of Hermes itself', () => {
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
  ['agent: { max_turns: none }', 'agent.max_turns', 0],
  ['agent: { max_turns: -1 }', 'agent.max_turns', 0],
  ['max_turns: 30', 'agent.max_turns', 30],
  ['model: lab/large', 'model.default', 'lab/large'],
  ['model: { name: lab/large }', 'model.default', 'lab/large'],
  ['approvals: { mode: false }', 'approvals.mode', 'off'],
  ['display: { tool_progress: false }', 'display.tool_progress', 'off'],
  ['auxiliary: { background_review: { enabled: false } }', 'memory.nudge_interval', 0],
  ['curator: { enabled: false, interval_hours: 48, backup: { keep: 5 } }', 'skills.curation', false],
  ['curator: { interval_hours: 48 }', 'skills.curate_every_days', 2],
  ['gateway: { api_server: { cors_origins: "*" } }', 'gateway.api_server.cors_origins', []],
  [
    'gateway: { api_server: { cors_origins: ["*", "https://chat.example"] } }',
    'gateway.api_server.cors_origins',
    ['https://chat.example'],
  ],
  ['platforms: { api_server: { enabled: true, extra: { port: 9001 } } }', 'gateway.api_server.port', 9001],
  ['web: { backend: ddgs }', 'web.backend', 'duckduckgo'],
  ['web: { backend: parallel }', 'web.backend', 'auto'],
  ['tools: { tool_search: { enabled: false, threshold_pct: 5 } }', 'tools.tool_search', 'off'],
  ['platform_hints: { telegram: Be short. }', 'platform_hints.telegram', { append: 'Be short.' }],
  ['personalities: { calm: { system_prompt: Be calm. } }', 'personalities.calm', 'Be calm.'],
  [
    'model_overrides: { groq: { llama: { context_window: 9000, supports_vision: true } } }',
    'model_overrides.llama',
    { context_length: 9000, provider: 'groq' },
  ],
  ['mcp_servers: { "my server": { command: uvx } }', 'mcp_servers.my-server.command', 'uvx'],
  ['toolsets: [hermes-cli, browser]', 'toolsets', ['hermes-cli']],
  ['platform_toolsets: { telegram: [hermes-telegram] }', 'platform_toolsets.telegram', ['hermes-cli']],
  ['platform_toolsets: { cli: [hermes-cli, kanban, no_mcp] }', 'platform_toolsets.cli', ['hermes-cli', '-mcp-*']],
  [
    'platform_toolsets: { telegram: [hermes-telegram] }\nmcp_servers: { time: { command: uvx } }',
    'platform_toolsets.telegram',
    ['hermes-cli', 'mcp-*'],
  ],
  [
    'platform_toolsets: { cli: [web, time] }\nmcp_servers: { time: { command: uvx } }',
    'platform_toolsets.cli',
    ['web', 'mcp-time'],
  ],
])('converts %s to %s, with a valid value', async (text, path, value) => {
  const { config: loaded } = await loadConfig({ paths: await tempHome({ config: text }), variables: {} })
  expect(valueAt(loaded, path)).toEqual(value)
})

test.each([
  ['approvals: { cron_mode: approve }', 'approvals.cron_mode', /nothing dangerous runs unasked/],
  ['database: { backend: postgres }', 'database.backend', /database\.url/],
  ['fallback_model: { provider: groq, api_key: x }', 'fallback_model', /`key_env` names the variable/],
  ['agent: { gateway_timeout: -1 }', 'agent.gateway_timeout', /turn_liveness\.timeout_s must be a number from 0/],
])('starts with the default and says why %s cannot be converted', async (text, path, why) => {
  const { config: loaded, warnings } = await loadConfig({ paths: await tempHome({ config: text }), variables: {} })
  expect(loaded).toEqual(defaultConfig())
  expect(warnings).toEqual([expect.stringMatching(why)])
  expect(warnings[0]).toContain(`${path} in `)
})

test('prefers a native setting to a converted one with the same meaning', async () => {
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
])('starts with %s, where %s becomes %j', async (text, path, value, why) => {
  const { config: loaded, warnings } = await loadConfig({ paths: await tempHome({ config: text }), variables: {} })
  expect(valueAt(loaded, path)).toEqual(value)
  expect(warnings).toEqual([expect.stringMatching(why)])
})

const network = `
platforms:
  telegram:
    enabled: true
    token: "42:x"
    reply_to_mode: first
    home_channel: { platform: telegram, chat_id: "1", thread_id: 7, name: Home }
    extra: { base_url: "http://127.0.0.1:9/bot", rich_messages: true, free_response_chats: "-5, -6" }
    channel_overrides: { "-100": { model: lab/small, system_prompt: Be brief. } }
telegram:
  require_mention: false
  reactions: true
  allowed_chats: ""
  allow_from: [1, 4]
  channel_prompts: { "-200": Be kind. }
matrix: { require_mention: true, free_response_rooms: "" }
discord: { require_mention: true, auto_thread: true }
whatsapp: {}
`

test('collects the settings of a chat network in one place', async () => {
  const { config: loaded, warnings } = await loadConfig({ paths: await tempHome({ config: network }), variables: {} })
  expect(loaded.platforms).toEqual({
    telegram: expect.objectContaining({
      token: '42:x',
      api_root: 'http://127.0.0.1:9',
      home_chat: '1:7',
      require_mention: false,
      allow_from: ['1', '4'],
      free_chats: ['-5', '-6'],
      channels: { '-100': { model: 'lab/small', prompt: 'Be brief.' }, '-200': { prompt: 'Be kind.' } },
    }),
  })
  expect(loaded.platforms.telegram).not.toHaveProperty('allowed_chats')
  expect(warnings).toHaveLength(1)
})

test('lets everyone write where the Python program did', async () => {
  const text = 'platforms: { telegram: { token: "42:x", allow_from: ["*"] } }\n'
  const { config: loaded } = await loadConfig({ paths: await tempHome({ config: text }), variables: {} })
  expect(loaded.platforms.telegram).toMatchObject({ allow_all: true, allow_from: [] })
})

test.each([
  ['web: { backend: "" }', {}],
  ['delegation: { base_url: "", api_mode: "" }', {}],
  ['fallback_providers: [{ provider: groq, base_url: "" }]', { fallback_providers: [{ provider: 'groq' }] }],
])('ignores an empty text where none is allowed: %s', async (text, changed) => {
  const { config: loaded, warnings } = await loadConfig({ paths: await tempHome({ config: text }), variables: {} })
  expect(loaded).toEqual({ ...defaultConfig(), ...changed })
  expect(warnings).toEqual([])
})

test('hides the status line for an empty list, unless the Python program wrote it', async () => {
  const fieldsOf = async (text: string) =>
    (await loadConfig({ paths: await tempHome({ config: text }), variables: {} })).config.display.status_bar.fields
  expect(await fieldsOf('display: { status_bar: { fields: [] } }\n')).toEqual([])
  expect(await fieldsOf('_config_version: 45\ndisplay: { status_bar: { fields: [] } }\n')).toContain('model')
})

test('reports settings that keep their name but change their value', () => {
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
