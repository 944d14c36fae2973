import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveHome } from '@hermes/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStyle } from '../render/text/style.js'
import { applySkin, createSkinSwitch } from '../skins/skin-switch.js'
import { createTerminalColors } from '../theme/terminal-colors.js'
import { skinCommand } from './skin-command.js'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-skins-'))
  await mkdir(join(home, 'skins'))
  await writeFile(join(home, 'skins/mine.yaml'), 'colors: { accent: "#ff8700" }\nbranding: { prompt_symbol: λ }\n')
  await writeFile(join(home, 'skins/broken.yaml'), 'colors: { accent: purpel }\n')
  await writeFile(join(home, 'config.yaml'), '# Mine.\ndisplay: { skin: ares }\n')
})
afterEach(() => rm(home, { recursive: true, force: true }))

function open() {
  const colors = createTerminalColors({ TERM: 'xterm-256color' })
  const style = createStyle(true, undefined, false, colors.ink)
  const paths = resolveHome({ HERMES_HOME: home })
  return { colors, style, command: skinCommand(createSkinSwitch(paths, colors)) }
}

test('applies a skin immediately, and saves it', async () => {
  const { command, style } = open()
  const { accent } = style
  expect(accent('a')).toBe('\u001b[36ma\u001b[39m')
  expect(await command.run('mine')).toEqual({ type: 'text', text: 'Skin: mine.' })
  expect(accent('a')).toBe('\u001b[38;5;208ma\u001b[39m')
  expect(style.promptSign).toBe('λ')
  expect(await readFile(join(home, 'config.yaml'), 'utf8')).toBe('# Mine.\ndisplay: { skin: mine }\n')
})

test('lists the skins with the current one, and what is wrong with a file', async () => {
  const { command } = open()
  await command.run('slate')
  const shown = await command.run('')
  expect(shown).toMatchObject({ type: 'choice', prompt: 'Skin: slate.' })
  const options = shown.type === 'choice' ? shown.options : []
  expect(options).toContainEqual({ label: 'slate', command: '/skin slate', detail: 'cool blue', isCurrent: true })
  expect(options).toContainEqual({ label: 'mine', command: '/skin mine' })
  expect(options).toContainEqual({
    label: 'broken',
    command: '/skin broken',
    detail: 'colors.accent is no color: use #rrggbb or a name',
  })
  expect(options.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
})

test('changes nothing for a skin that cannot be used', async () => {
  const { command, style } = open()
  expect(await command.run('broken')).toEqual({
    type: 'error',
    text: 'The skin "broken" cannot be used: colors.accent is no color: use #rrggbb or a name.',
  })
  expect(await command.run('nothing')).toMatchObject({ type: 'error' })
  expect(style.accent('a')).toBe('\u001b[36ma\u001b[39m')
  expect(await readFile(join(home, 'config.yaml'), 'utf8')).toContain('skin: ares')
})

test('applies the skin of the settings for the background, and the default one in place of an invalid one', async () => {
  const { colors, style } = open()
  expect(await applySkin(home, 'mine', colors)).toBeUndefined()
  colors.setBackground('light')
  expect(style.warning('a')).toBe('\u001b[38;5;94ma\u001b[39m')
  expect(style.user('a')).not.toBe(style.warning('a'))
  const other = open()
  expect(await applySkin(home, 'broken', other.colors)).toBe(
    'The default skin is used, because "broken" cannot be: colors.accent is no color: use #rrggbb or a name.',
  )
  expect(other.style.accent('a')).toBe('\u001b[36ma\u001b[39m')
})
