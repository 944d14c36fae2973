import { readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { expect, test } from 'vitest'
import { modeOf, tempFolder, tempHome, textOfFile } from '../../../testing/temp-home.js'
import { setConfigValue } from '../../checks/set-config-value.js'
import { loadConfig } from '../load/load-config.js'
import { getConfigValue, mergeSection, saveSection, unsetConfigValue } from './edit-config.js'

const commented = `# My settings
model:
  default: old # the small one

  # where it is
  base_url: http://127.0.0.1:11434/v1
toolsets:
  - file
`

test('changes one value, keeps comments and order, and makes the file private', async () => {
  const paths = await tempHome({ config: commented })
  expect(await setConfigValue(paths, 'model.default', '123')).toEqual({ file: paths.config, name: 'model.default' })
  await setConfigValue(paths, 'agent.max_turns', '0')
  await setConfigValue(paths, 'toolsets', 'file, terminal')
  const text = await textOfFile(paths.config)
  for (const comment of ['# My settings', '# the small one', '# where it is']) expect(text).toContain(comment)
  const { config } = await loadConfig({ paths, variables: {} })
  expect(config.model).toMatchObject({ default: '123', base_url: 'http://127.0.0.1:11434/v1' })
  expect(config.agent.max_turns).toBe(0)
  expect(config.toolsets).toEqual(['file', 'terminal'])
  expect(await modeOf(paths.config)).toBe(0o600)
  expect(await readdir(paths.home)).toEqual(['config.yaml'])
})

test.each([undefined, '', '# only a comment\n', 'model:\n', 'model: # later\n'])(
  'writes a setting to a file that contains %j',
  async (config) => {
    const paths = await tempHome(config === undefined ? {} : { config })
    await setConfigValue(paths, 'model.default', 'gpt')
    expect((await loadConfig({ paths, variables: {} })).config.model.default).toBe('gpt')
    if (config?.includes('only a comment')) expect(await textOfFile(paths.config)).toContain('# only a comment')
  },
)

test('rejects an invalid value and writes nothing', async () => {
  const paths = await tempHome({ config: commented })
  await expect(setConfigValue(paths, 'agent.max_turns', 'many')).rejects.toThrow('a whole number of at least 0')
  await expect(setConfigValue(paths, 'model.base_ur', 'http://x')).rejects.toThrow('did you mean model.base_url?')
  await expect(setConfigValue(paths, 'model', 'x')).rejects.toThrow('model is a section')
  expect(await textOfFile(paths.config)).toBe(commented)
})

test('corrects a setting despite a mistake in another one, which can be removed', async () => {
  const paths = await tempHome({ config: 'modle: x\nagent:\n  max_turns: many\n' })
  await setConfigValue(paths, 'agent.max_turns', '5')
  expect(await unsetConfigValue(paths, 'modle')).toEqual({ file: paths.config, name: 'modle' })
  expect((await loadConfig({ paths, variables: {} })).config.agent.max_turns).toBe(5)
})

test.each([
  ['platforms.telegram.poll_seconds', '30', 30],
  ['platforms.telegram.token', '1:a', '1:a'],
  ['platforms.telegram.allow_all', 'yes', true],
  ['platforms.telegram.allow_all', 'guests', 'guests'],
  ['platforms.telegram.home_chat', '-10012345678901234567', '-10012345678901234567'],
  ['platforms.email.unencrypted', 'true', true],
])('writes the setting %s of a chat network with the type that the network expects', async (path, text, value) => {
  const paths = await tempHome()
  await setConfigValue(paths, path, text)
  const [, name = '', setting = ''] = path.split('.')
  const { platforms } = (await loadConfig({ paths, variables: {} })).config
  expect(platforms[name]?.[setting]).toBe(value)
})

test.each([
  ['model.provider', 'antropic', 'did you mean "anthropic"?'],
  ['auxiliary.compression.provider', 'opnai', 'did you mean "openai"'],
  ['toolsets', 'file, wbe', 'no toolset "wbe". Did you mean "web"?'],
  ['platform_toolsets.cli', 'fiel', 'no toolset "fiel"'],
  ['agent.disabled_toolsets', 'wbe', 'Did you mean "web"?'],
  ['cron.timezone', 'Berlin', 'such as Europe/Berlin, but it is "Berlin"'],
  ['platforms.telegramm.token', '1:a', 'did you mean telegram?'],
  ['platforms.telegram.tokne', '1:a', 'did you mean platforms.telegram.token?'],
  ['platforms.telegram.poll_seconds', 'often', 'expected number'],
  ['platforms.telegram.allow_all', 'some', 'must be true or false or "guests", but it is "some"'],
  ['telegram.token', '1:a', 'did you mean platforms.telegram.token?'],
])('rejects a value of %s with which Hermes would not start: %s', async (path, text, hint) => {
  const paths = await tempHome()
  await expect(setConfigValue(paths, path, text)).rejects.toThrow(hint)
  await expect(setConfigValue(paths, path, text)).rejects.toBeInstanceOf(ConfigError)
  await expect(textOfFile(paths.config)).rejects.toThrow('ENOENT')
})

test.each([
  ['a mistake elsewhere', 'model: { provider: antropic }\n', 'cron.timezone', 'Europe/Berlin'],
  ['a variable', '', 'model.provider', `\${PROVIDER}`],
  ['plugins, which have toolsets of their own', 'plugins: [{ use: ./mine.mjs }]\n', 'toolsets', 'file, mine'],
  ['a transport, which knows its own providers', 'transport: { use: ./mine.mjs }\n', 'model.provider', 'mine'],
  ['a network of a package', '', 'platforms.pigeon.use', './pigeon.mjs'],
])('accepts names that may be valid, with %s', async (_, config, path, text) => {
  const paths = await tempHome({ config })
  await setConfigValue(paths, path, text)
  expect(await textOfFile(paths.config)).toContain(text.split(', ').at(-1))
})

test('does not overwrite malformed YAML', async () => {
  const broken = 'model: {default: "x\n'
  const paths = await tempHome({ config: broken })
  await expect(setConfigValue(paths, 'model.default', 'y')).rejects.toThrow(ConfigError)
  expect(await textOfFile(paths.config)).toBe(broken)
})

test('writes keys and tokens to .env, keeps its other lines, and makes the file private', async () => {
  const paths = await tempHome({ env: '# keys\nOTHER=1\nexport OPENROUTER_API_KEY="old\nkey"\nLAST=2' })
  const edit = await setConfigValue(paths, 'OPENROUTER_API_KEY', 'sk-or-new')
  expect(edit).toEqual({ file: paths.env, name: 'OPENROUTER_API_KEY' })
  await setConfigValue(paths, 'gateway.api_server.key', "it's a #secret value")
  const { variables, config, sources } = await loadConfig({ paths, variables: {} })
  expect(variables).toEqual({
    OTHER: '1',
    LAST: '2',
    OPENROUTER_API_KEY: 'sk-or-new',
    API_SERVER_KEY: "it's a #secret value",
  })
  expect(config.gateway.api_server.key).toBe("it's a #secret value")
  expect(sources.get('gateway.api_server.key')).toBe('environment')
  expect(await textOfFile(paths.env)).toContain('# keys\n')
  expect(await modeOf(paths.env)).toBe(0o600)
})

test('changes a secret in the config file when it is set there', async () => {
  const paths = await tempHome({ config: 'gateway:\n  api_server:\n    key: old\n' })
  expect((await setConfigValue(paths, 'gateway.api_server.key', 'new')).file).toBe(paths.config)
  expect((await loadConfig({ paths, variables: {} })).config.gateway.api_server.key).toBe('new')
})

test.each(['plain', '', ' spaced ', 'a\nb', '"quoted"', "it's", 'back`tick', '$HOME #x', '\\n', '"\''])(
  'stores the variable value %j unchanged',
  async (value) => {
    const paths = await tempHome()
    await setConfigValue(paths, 'SOME_TOKEN', value)
    await setConfigValue(paths, 'AFTER', 'x')
    expect((await loadConfig({ paths, variables: {} })).variables).toEqual({ SOME_TOKEN: value, AFTER: 'x' })
  },
)

test('rejects a value that .env cannot hold', async () => {
  const paths = await tempHome({ env: 'KEEP=1\n' })
  await expect(setConfigValue(paths, 'SOME_TOKEN', `"'\``)).rejects.toThrow('cannot be written to .env')
  expect(await textOfFile(paths.env)).toBe('KEEP=1\n')
})

test('restores the default on unset, and reports when nothing was set', async () => {
  const paths = await tempHome({ config: commented, env: 'API_SERVER_KEY=k\nREST=1\n' })
  await unsetConfigValue(paths, 'model.default')
  expect(await unsetConfigValue(paths, 'gateway.api_server.key')).toEqual({ file: paths.env, name: 'API_SERVER_KEY' })
  expect(await unsetConfigValue(paths, 'agent.max_turns')).toBeUndefined()
  expect(await unsetConfigValue(paths, 'NO_SUCH')).toBeUndefined()
  const { config, variables } = await loadConfig({ paths, variables: {} })
  expect(config.model.default).toBe('')
  expect(variables).toEqual({ REST: '1' })
})

test.each(['# mine\nmodel:\n  default: gpt\n', 'model:\n  default: gpt\nagent: {}\n', '{}\n'])(
  'writes block style to a file that was %j before its last setting was removed',
  async (config) => {
    const paths = await tempHome({ config })
    await unsetConfigValue(paths, 'model.default')
    await setConfigValue(paths, 'model.default', 'qwen')
    await setConfigValue(paths, 'agent.max_turns', '7')
    const text = await textOfFile(paths.config)
    expect(text).toContain('model:\n  default: qwen\n')
    expect(text).toContain('agent:\n  max_turns: 7\n')
    expect(text.includes('# mine')).toBe(config.includes('# mine'))
  },
)

test('edits the target of a symbolic link', async () => {
  const target = join(await tempFolder(), 'dotfiles.yaml')
  await writeFile(target, commented)
  const paths = await tempHome()
  await symlink(target, paths.config)
  await setConfigValue(paths, 'model.default', 'new')
  expect(await textOfFile(target)).toContain('default: new')
})

test('finds values and sections by path', async () => {
  const { config } = await loadConfig({ paths: await tempHome({ config: commented }), variables: {} })
  expect(getConfigValue(config, 'model.default')).toBe('old')
  expect(getConfigValue(config, 'display')).toMatchObject({ tool_progress: 'all', show_reasoning: false })
  expect(getConfigValue(config, 'model.max_tokens')).toBeUndefined()
  expect(() => getConfigValue(config, 'model.defualt')).toThrow('did you mean model.default?')
})

test('writes a part of a free-form setting with its type', async () => {
  const paths = await tempHome()
  await setConfigValue(paths, 'model_overrides.qwen3.context_length', '40960')
  expect((await loadConfig({ paths, variables: {} })).config.model_overrides).toEqual({
    qwen3: { context_length: 40_960 },
  })
  await expect(setConfigValue(paths, 'model_overrides.qwen3.context_length', 'lots')).rejects.toThrow(
    'a whole number of at least 1024',
  )
})

test('writes, reads and removes a setting whose name contains dots', async () => {
  const paths = await tempHome()
  const path = String.raw`model_overrides.gpt-4\.1.context_length`
  await setConfigValue(paths, path, '65536')
  const { config } = await loadConfig({ paths, variables: {} })
  expect(config.model_overrides).toEqual({ 'gpt-4.1': { context_length: 65_536 } })
  expect(getConfigValue(config, path)).toBe(65_536)
  expect(await unsetConfigValue(paths, path)).toEqual({ file: paths.config, name: path })
  expect((await loadConfig({ paths, variables: {} })).config.model_overrides).toEqual({})
})

test('rejects a name that the settings do not allow', async () => {
  const paths = await tempHome()
  await expect(setConfigValue(paths, 'quick_commands.Not a name.type', 'exec')).rejects.toThrow('quick_commands')
  await setConfigValue(paths, 'agent.max_turns', '5')
  expect((await loadConfig({ paths, variables: {} })).config.agent.max_turns).toBe(5)
})

test('rejects changes to what the machine fixes, directly or within a section, and writes nothing', async () => {
  const paths = await tempHome({ config: 'agent: { max_turns: 5 }\n' })
  await writeFile(paths.managed, 'approvals: { mode: manual }\nagent: { max_turns: 9 }\n')
  const refusal = `${paths.managed} sets approvals.mode on this machine`
  await expect(setConfigValue(paths, 'approvals.mode', 'off')).rejects.toThrow(refusal)
  await expect(saveSection(paths, ['approvals'], { mode: 'off' })).rejects.toThrow(refusal)
  await expect(mergeSection(paths, ['approvals'], { timeout: 5, mode: 'off' })).rejects.toThrow(refusal)
  expect(await textOfFile(paths.config)).toBe('agent: { max_turns: 5 }\n')
  await setConfigValue(paths, 'display.timestamps', 'true')
  expect(await unsetConfigValue(paths, 'agent.max_turns')).toBeDefined()
})
