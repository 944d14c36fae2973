import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHost, resolveHome } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { missingCommands } from '../../apps/cli/src/arguments/missing-commands.js'
import { globalOptionNames } from '../../apps/cli/src/arguments/options/options.js'
import { createPendingImages } from '../../apps/cli/src/attachments/pending-images.js'
import { commands } from '../../apps/cli/src/commands/command-table.js'
import { heartbeatCommand } from '../../apps/cli/src/heartbeats/heartbeat-command.js'
import { createHeartbeats } from '../../apps/cli/src/heartbeats/heartbeats.js'
import { terminalCommands } from '../../apps/cli/src/terminal-commands/terminal-commands.js'
import { platformCommand } from '../../apps/gateway/src/chats/connect/answer-platform.js'
import { homeCommand } from '../../apps/gateway/src/chats/people/home-chat.js'
import { linkCommands } from '../../apps/gateway/src/chats/people/link-commands.js'
import { startCommand } from '../../apps/gateway/src/chats/people/start-command.js'
import { voiceCommand } from '../../apps/gateway/src/chats/voice/voice-command.js'
import { builtInCommands } from '../../packages/conversations/src/commands/built-in/built-in-commands.js'
import { missingCommands as missingSlashCommands } from '../../packages/conversations/src/commands/missing-commands.js'
import { everything, services } from '../../packages/conversations/src/commands/testing/built-in-services.js'
import { aboutServers } from '../../packages/runtime/src/features/mcp/server-commands.js'
import { readPage, root } from './pages.js'

/**
 * Commands and options that people of other agents look for. The text of an option says why it is missing, or what to
 * use instead.
 */
const inventory: {
  readonly commands: readonly string[]
  readonly slash: readonly string[]
  readonly options: Readonly<Record<string, string>>
} = JSON.parse(readFileSync(join(root, 'docs/inventory.json'), 'utf8'))
const shown = commands.filter(({ path, isHidden }) => path !== '' && !isHidden)
const ofChats = [...linkCommands({ end: async () => 0 }), homeCommand, voiceCommand, platformCommand, startCommand]
const ofTerminals = [
  heartbeatCommand(createHeartbeats({ onError: () => undefined })),
  ...terminalCommands({
    images: createPendingImages({ env: {}, workingDirectory: root }),
    times: { isShown: false },
    vim: { isOn: false },
    focus: { isOn: false },
    skins: { current: 'default', list: async () => [], use: async () => undefined },
  }),
]
const ofFeatures = [...(await commandsOfFeatures()), ...aboutServers([])]
const slash = [...builtInCommands(services(everything)), ...ofChats, ...ofTerminals, ...ofFeatures].flatMap(
  ({ name, aliases = [] }) => [name, ...aliases],
)

const isCommand = (name: string) => shown.some(({ path }) => path === name || path.startsWith(`${name} `))
/** `debug share --local` */
const isOption = (name: string) => {
  const [path = '', option = ''] = name.split(' --')
  const known: readonly string[] = shown.find((command) => command.path === path)?.options ?? []
  return [...known, ...globalOptionNames].includes(option)
}
const isSlash = (name: string) => slash.includes(name)

// `vitest run tests/docs --update` writes the page. The option would take a path after it for its value.
test('keeps the commands of the program and the list of missing ones in docs/commands.md up to date', async () => {
  const page = readPage('docs/commands.md')
  const current = withPart(withPart(page, 'programs', programTable()), 'missing', missingTable())
  await expect(current).toMatchFileSnapshot(join(root, 'docs/commands.md'))
})

test('gives a reason for each missing command and option of the inventory, and for no other', () => {
  const lacks = <T>(names: readonly T[], exists: (name: T) => boolean) => names.filter((name) => !exists(name))
  expect(Object.keys(missingCommands).toSorted()).toEqual(lacks(inventory.commands, isCommand).toSorted())
  expect(Object.keys(missingSlashCommands).toSorted()).toEqual(lacks(inventory.slash, isSlash).toSorted())
  const options = lacks(Object.entries(inventory.options), ([name]) => isOption(name))
  expect(options.filter(([, reason]) => reason === '').map(([name]) => name)).toEqual([])
})

/** Returns the commands of features in a new home. */
async function commandsOfFeatures() {
  const home = await mkdtemp(join(tmpdir(), 'hermes-commands-'))
  try {
    const overrides = { model: { provider: 'offline' } }
    await using host = await openHost({ paths: resolveHome({ HERMES_HOME: home }), variables: {}, overrides })
    await using runtime = await host.open({ surface: { source: 'cli' }, workingDirectory: home })
    return runtime.commands()
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

function programTable(): string {
  const rows = shown.map(({ path, parameters = [], summary }) => {
    const call = ['hermes', path, ...parameters].join(' ').replaceAll('|', '\\|')
    return `| \`${call}\` | ${summary.replaceAll('|', '\\|')} |`
  })
  return ['| Command | What it does |', '|---|---|', ...rows].join('\n')
}

function missingTable(): string {
  const rows = [
    ...Object.entries(missingCommands).map(([name, reason]) => `| hermes ${name} | ${reason} |`),
    ...Object.entries(inventory.options).flatMap(([name, reason]) =>
      isOption(name) ? [] : [`| hermes ${name} | ${reason} |`],
    ),
    ...Object.entries(missingSlashCommands).map(([name, reason]) => `| /${name} | ${reason} |`),
  ]
  return ['| Name | Instead, or why not |', '|---|---|', ...rows].join('\n')
}

/** Returns the page with the text between the two marks replaced. */
function withPart(page: string, mark: string, text: string): string {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`]
  const start = page.indexOf(begin)
  return `${page.slice(0, start)}${begin}\n\n${text}\n\n${page.slice(page.indexOf(end, start))}`
}
