import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { english } from '@hermes/safety/language'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ioWith, processIo } from '../../io.js'
import { displaySettings } from '../../setup/display-settings.js'
import { wantsWholeLines } from './plain-terminal.js'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-plain-'))
})
afterEach(() => rm(home, { recursive: true }))

test.each([
  { setting: 'true', variable: undefined, option: undefined, isWanted: true },
  { setting: 'false', variable: undefined, option: undefined, isWanted: false },
  { setting: 'true', variable: '0', option: undefined, isWanted: false },
  { setting: 'false', variable: '1', option: undefined, isWanted: true },
  { setting: 'false', variable: '0', option: true, isWanted: true },
])('reads the option, then the variable $variable, then the setting $setting', async (example) => {
  const { setting, variable, option, isWanted } = example
  await writeFile(join(home, 'config.yaml'), `display: { screen_reader: ${setting} }\n`)
  const env = { HERMES_HOME: home, ...(variable && { HERMES_SCREEN_READER: variable }) }
  const io = ioWith(processIo(), { t: english, env })
  const values = option ? { 'screen-reader': option } : {}
  const context = { program: 'hermes', commands: [], parameters: [], io, values } as const
  expect(await wantsWholeLines(context, () => displaySettings(context))).toBe(isWanted)
})
