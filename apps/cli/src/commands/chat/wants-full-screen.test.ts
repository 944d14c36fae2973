import { english } from '@hermes/safety/language'
import { expect, test } from 'vitest'
import { ioWith, processIo } from '../../io.js'
import { wantsFullScreen } from './wants-full-screen.js'

function ask({ values = {}, env = {}, setting = 'tui' }: Example) {
  const io = ioWith(processIo(), { t: english, env: { TERM: 'xterm', ...env } })
  const context = { program: 'hermes', commands: [], parameters: [], io, values } as const
  return wantsFullScreen(context, async () => ({ interface: setting }))
}

interface Example {
  readonly values?: Readonly<Record<string, string | boolean>>
  readonly env?: Readonly<Record<string, string>>
  readonly setting?: 'cli' | 'tui'
}

test.each<[Example, boolean]>([
  [{}, true],
  [{ setting: 'cli' }, false],
  [{ env: { HERMES_TUI: '0' } }, false],
  [{ setting: 'cli', env: { HERMES_TUI: '1' } }, true],
  [{ env: { HERMES_TUI: '1' }, values: { cli: true } }, false],
  [{ values: { cli: true } }, false],
  [{ values: { skills: 'a' } }, true],
  [{ env: { HERMES_TUI: '0' }, values: { tui: true } }, true],
  [{ setting: 'cli', values: { attach: 'local' } }, true],
])('reads the option, then the variable, then the setting: %j', async (example, expected) => {
  expect(await ask(example)).toBe(expected)
})

test.each([{ TERM: 'dumb' }, { TERM: '' }, { CI: 'true' }])('ignores the setting when %j is set', async (env) => {
  expect(await ask({ env })).toBe(false)
})

test('rejects both options together', async () => {
  await expect(ask({ values: { cli: true, tui: true } })).rejects.toThrow('exclude each other')
})
