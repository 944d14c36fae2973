import { expect, test } from 'vitest'
import { tempHome } from '../../../testing/temp-home.js'
import { listConfigKeys } from '../document/config-keys.js'
import { loadConfig } from '../load/load-config.js'
import { withoutPythonSettings } from './python-settings.js'

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
  expect(told).toMatch(
    /^fallback_model in .*config\.yaml is fallback_providers here: move its value, then remove it\.$/m,
  )
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
    const { warnings, values } = withoutPythonSettings(nested as Readonly<Record<string, unknown>>, 'config.yaml')
    expect(warnings, path).toEqual([])
    expect(values, path).toEqual(nested)
  }
})
