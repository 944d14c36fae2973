import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtInSkins } from './built-in-skins.js'
import { listSkins } from './list-skins.js'
import { readSkin, skinFolder } from './read-skin.js'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-skins-'))
  await mkdir(skinFolder(home))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFile(join(skinFolder(home), `${name}.yaml`), text)

test('reads the colors and texts of a file', async () => {
  await write(
    'mine',
    `description: my own
colors: { accent: "#3366FF", error: bright-red, border: none }
light_colors: { accent: "#00ff00" }
branding: { prompt_symbol: "λ ", agent_name: Home }
`,
  )
  expect(await readSkin(home, 'mine')).toMatchObject({
    name: 'mine',
    description: 'my own',
    promptSign: 'λ',
    agentName: 'Home',
    colors: {
      // Colors that are not named follow from the others.
      dark: {
        accent: '#3366ff',
        code: '#3366ff',
        error: 'bright-red',
        removed: 'bright-red',
        border: 'none',
        success: 'green',
      },
      light: { accent: '#00ff00', error: 'bright-red', success: '#00702a' },
    },
  })
})

test('reads a skin of the Hermes Agent in Python', async () => {
  await write(
    'old',
    `name: old
colors: { ui_accent: "#ff8800", ui_ok: "#00aa00", banner_dim: "#888888", status_bar_bg: "#1a1a2e", completion_menu_bg: nonsense }
spinner: { waiting_faces: ["(x)"], wings: [["<", ">"]] }
branding: { agent_name: Old Agent, welcome: "Hi", response_label: " x " }
tool_prefix: "|"
banner_logo: "[bold]x[/]"
`,
  )
  expect(await readSkin(home, 'old')).toMatchObject({
    agentName: 'Old Agent',
    colors: { dark: { accent: '#ff8800', added: '#00aa00', muted: '#888888', border: '#888888' } },
  })
})

test('darkens a color that would be unreadable', async () => {
  await write('pale', 'colors: { accent: "#ffffcc" }\n')
  const skin = await readSkin(home, 'pale')
  expect(skin).toMatchObject({ colors: { dark: { accent: '#ffffcc' }, light: { accent: '#6c6c55' } } })
  await write('night', 'colors: { accent: "#000011" }\n')
  expect(await readSkin(home, 'night')).toMatchObject({ colors: { light: { accent: '#000011' } } })
  expect(await readSkin(home, 'night')).not.toMatchObject({ colors: { dark: { accent: '#000011' } } })
})

test.each([
  ['colors: { accent: "#12345" }', 'colors.accent is no color: use #rrggbb or a name'],
  ['colors: { accent: "\\e[31m" }', 'colors.accent is no color: use #rrggbb or a name'],
  ['colors: { accent: constructor }', 'colors.accent is no color: use #rrggbb or a name'],
  ['dark_colors: { acent: red }', 'dark_colors has no acent'],
  ['colors: red', 'colors is no list of colors'],
  ['branding: { prompt_symbol: "\\e]0;title\\a>" }', 'branding.prompt_symbol has characters that do not show'],
  ['branding: { agent_name: "a\\u202eb" }', 'branding.agent_name has characters that do not show'],
  ['branding: { prompt_symbol: "" }', 'branding.prompt_symbol has not 1 to 8 columns'],
  ['branding: { prompt_symbol: 界界界界界 }', 'branding.prompt_symbol has not 1 to 8 columns'],
  ['description: "a\\x9bb"', 'description has characters that do not show'],
  ['[]', 'it is no list of settings'],
  ['', 'it is no list of settings'],
])('describes in one sentence what is wrong with a file: %s', async (text, problem) => {
  await write('wrong', `${text}\n`)
  expect(await readSkin(home, 'wrong')).toBe(problem)
})

test('reports a file that is not YAML, without its content', async () => {
  await write('broken', 'colors: {\n  accent: "\u001b[31m\n')
  expect(await readSkin(home, 'broken')).toMatch(/^its file is no YAML \([^\n]+\)$/)
})

test.each(['nothing', '../skins/mine', 'a/b', '', '.', '__proto__', 'constructor', 'a.yaml'])(
  'finds no skin %j',
  async (name) => {
    await write('mine', 'colors: {}\n')
    expect(await readSkin(home, name)).toBe('there is none of that name')
  },
)

test('lists the built-in skins, and those of the home', async () => {
  await write('mine', 'colors: {}\n')
  await write('ares', 'colors: { accent: blue }\n')
  await writeFile(join(skinFolder(home), 'notes.txt'), '')
  expect(await listSkins(home)).toEqual([...Object.keys(builtInSkins), 'mine'])
  // A file replaces the built-in skin of the same name.
  expect(await readSkin(home, 'ares')).toMatchObject({ colors: { dark: { accent: 'blue' } } })
  expect(await listSkins(join(home, 'nowhere'))).toEqual(Object.keys(builtInSkins))
})

test.each(Object.keys(builtInSkins))('%s is a valid skin', async (name) => {
  const skin = await readSkin(home, name)
  if (typeof skin === 'string') throw new Error(skin)
  for (const palette of Object.values(skin.colors))
    for (const color of Object.values(palette)) expect(color).toMatch(/^(?:#[\da-f]{6}|[a-z-]+)$/)
})

test('uses no colors in mono', async () => {
  const skin = await readSkin(home, 'mono')
  if (typeof skin === 'string') throw new Error(skin)
  const used = Object.values(skin.colors).flatMap((palette) => Object.values(palette))
  expect(new Set(used)).toEqual(new Set(['none', 'dim']))
})
