import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modeOf, tempHome } from '../../../testing/temp-home.js'
import { openLiveConfig } from '../live/live-config.js'
import { configCopies, keepConfigCopy } from './config-copies.js'
import { loadUsableConfig } from './load-usable-config.js'

const broken = 'model: { default: lab/small\n  x'

test('starts with the newest working settings while config.yaml is not valid YAML, with a warning', async () => {
  const paths = await tempHome({ config: 'model: { default: lab/large }\n' })
  const options = { paths, variables: {} }
  await openLiveConfig(options)
  await writeFile(paths.config, 'model: { default: lab/medium }\n')
  await openLiveConfig(options)
  await openLiveConfig(options)
  const copies = await configCopies(paths, 'good')
  expect(copies).toHaveLength(2)
  expect(await modeOf(copies[0] ?? '')).toBe(0o600)

  await writeFile(paths.config, broken)
  const { settings, warnings } = await openLiveConfig(options)
  expect(settings.current.config.model.default).toBe('lab/medium')
  expect(warnings).toEqual([
    expect.stringMatching(/config\.yaml is not valid YAML, line .* Until then, .*good-.* is used\.$/),
  ])
  expect(await configCopies(paths, 'good')).toEqual(copies)
  expect(await readFile(paths.config, 'utf8')).toBe(broken)

  await writeFile(paths.config, 'model: { default: lab/small }\n')
  expect((await settings.refresh()).config.model.default).toBe('lab/small')
})

test('keeps the previous settings when a running Hermes finds a broken file', async () => {
  const paths = await tempHome({ config: 'model: { default: lab/large }\n' })
  const { settings } = await openLiveConfig({ paths, variables: {} })
  await writeFile(paths.config, broken)
  expect((await settings.refresh()).config.model.default).toBe('lab/large')
  expect(settings.refusal?.message).toContain('not valid YAML')
})

test('does not use a copy for a wrong setting, or a copy that is broken itself', async () => {
  const paths = await tempHome({ config: 'model: { default: lab/large }\n' })
  const options = { paths, variables: {} }
  await openLiveConfig(options)
  await writeFile(paths.config, 'agent: { max_turns: many }\n')
  await expect(loadUsableConfig(options)).rejects.toThrow('max_turns')
  await writeFile(paths.config, broken)
  const [copy = ''] = await configCopies(paths, 'good')
  await writeFile(copy, broken)
  await expect(loadUsableConfig(options)).rejects.toThrow(`${paths.config} is not valid YAML`)
  await rm(copy)
  await expect(loadUsableConfig(options)).rejects.toThrow(`${paths.config} is not valid YAML`)
})

test('keeps five copies for each reason', async () => {
  const paths = await tempHome({ config: 'model: { default: lab/large }\n' })
  const made = []
  for (let number = 0; number < 7; number++) {
    await writeFile(paths.config, `# ${number}\n`)
    made.push(await keepConfigCopy(paths, 'migrate', number))
  }
  await keepConfigCopy(paths, 'reset')
  expect(await configCopies(paths, 'migrate')).toEqual(made.toReversed().slice(0, 5))
  expect(await readdir(join(paths.home, 'backups', 'config'))).toHaveLength(6)
})

test('starts even if no copy can be written', async () => {
  const paths = await tempHome({ config: 'model: { default: lab/large }\n' })
  await writeFile(join(paths.home, 'backups'), 'no folder')
  const { settings } = await openLiveConfig({ paths, variables: {} })
  expect(settings.current.config.model.default).toBe('lab/large')
})
