import { expect, test } from 'vitest'
import { tempHome, textOfFile } from '../../testing/temp-home.js'
import { loadConfig } from '../config/load/load-config.js'
import { createHomeSettings } from './create-home-settings.js'

async function open(config: string) {
  const paths = await tempHome({ config })
  let current = (await loadConfig({ paths, variables: {} })).config
  const settings = createHomeSettings(paths, () => current)
  return {
    paths,
    settings,
    async reload() {
      current = (await loadConfig({ paths, variables: {} })).config
    },
  }
}

test('lists the settings that differ from their defaults, with the values in effect and without secrets', async () => {
  const { settings, reload } = await open('display: { language: en }\nmodel: { api_key: sk-0123456789abcdef }\n')
  await settings.set('agent.max_turns', '7')
  expect(settings.list('changed')).not.toContainEqual(expect.objectContaining({ name: 'agent.max_turns' }))
  await reload()
  expect(settings.list('changed')).toEqual(
    expect.arrayContaining([
      { name: 'agent.max_turns', value: '7' },
      { name: 'model.api_key', value: '...cdef' },
    ]),
  )
  expect(settings.list('all').length).toBeGreaterThan(settings.list('changed').length)
  await settings.unset('agent.max_turns')
  await reload()
  expect(settings.list('changed')).not.toContainEqual(expect.objectContaining({ name: 'agent.max_turns' }))
})

test('keeps secrets out of conversations', async () => {
  const { settings, paths } = await open('model: { api_key: sk-0123456789abcdef }\n')
  const before = await textOfFile(paths.config)
  for (const path of [
    'model.api_key',
    'OPENROUTER_API_KEY',
    'gateway.api_server.key',
    'gateway.api_server.keys.blog.key',
    'platforms.telegram.token',
    'platforms.email.password',
  ]) {
    await expect(settings.set(path, 'sk-1')).rejects.toThrow(`${path} is a secret`)
    await expect(settings.unset(path)).rejects.toThrow('does not belong in a conversation')
  }
  expect(await textOfFile(paths.config)).toBe(before)
  for (const path of ['people.user.tokens_per_day', 'gateway.api_server.keys.blog.tokens_per_day'])
    expect(await settings.set(path, '900')).toMatchObject({ name: path })
})
