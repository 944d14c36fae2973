import { ConfigError } from '@hermes/core'
import { expect, test } from 'vitest'
import { modeOf, tempHome, textOfFile } from '../../testing/temp-home.js'
import { loadConfig } from '../config/load/load-config.js'
import { openPlatformForm } from './platform-form.js'
import { savePlatform } from './save-platform.js'

const config = `platforms:
  telegram:
    poll_seconds: 5 # quick
    home_chat: "1"
`

test('writes secrets only to .env, and keeps the other settings', async () => {
  const paths = await tempHome({ config })
  const form = await openPlatformForm({ name: 'telegram', paths })
  await savePlatform(paths, form, { token: '1:secret', allow_from: ['7'], home_chat: undefined })
  const text = await textOfFile(paths.config)
  expect(text).not.toContain('1:secret')
  expect(text).toContain('poll_seconds: 5 # quick')
  expect(await modeOf(paths.env)).toBe(0o600)
  const loaded = await loadConfig({ paths, variables: {} })
  expect(loaded.config.platforms.telegram).toMatchObject({ token: '1:secret', allow_from: ['7'], poll_seconds: 5 })
  expect(loaded.config.platforms.telegram?.home_chat).toBeUndefined()
})

test('changes no settings when one of them is invalid', async () => {
  const paths = await tempHome({ config })
  const form = await openPlatformForm({ name: 'telegram', paths })
  const saving = savePlatform(paths, form, { poll_seconds: 9, unauthorized: 'maybe' })
  await expect(saving).rejects.toSatisfy(ConfigError.is)
  expect(await textOfFile(paths.config)).toBe(config)
})
