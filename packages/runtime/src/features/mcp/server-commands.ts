import { ConfigError, describeError, type SlashCommand } from '@hermes/core'
import type { RemotePrompt } from '@hermes/mcp'
import type { ConnectedServer } from './connected-server.js'

/** Returns the commands about the servers. */
export function aboutServers(servers: readonly ConnectedServer[]): readonly SlashCommand[] {
  return [
    {
      name: 'mcp',
      description: 'Show the MCP servers',
      category: 'tools',
      run: async () => servers.map(describeServer).join('\n'),
    },
    {
      name: 'reload-mcp',
      description: 'List the tools of the MCP servers again',
      category: 'tools',
      who: 'admin',
      async run() {
        await Promise.allSettled(
          servers.map(async ({ server, listed, skills }) => {
            await server.refresh()
            await Promise.all([listed.update(), skills.update()])
          }),
        )
        return servers.map(describeServer).join('\n')
      },
    },
  ]
}

/** Returns a command for each prompt of the servers. */
export function promptCommands(servers: readonly ConnectedServer[]): readonly SlashCommand[] {
  return servers.flatMap((each) => {
    const { settings, listing } = each.server
    return settings.hasPrompts ? (listing?.prompts ?? []).map((prompt) => promptCommand(each, prompt)) : []
  })
}

function describeServer({ server, listed, skills }: ConnectedServer): string {
  const { settings, state, failure, listing } = server
  const count = skills.list().length
  const tools = listing ? `${listed.tools.length} tools${count > 0 ? `, ${count} skills` : ''}` : 'not listed yet'
  const waiting = listed.pending > 0 ? `, ${listed.pending} without your agreement` : ''
  return `- \`${settings.name}\`: ${state}, ${tools}${waiting}${failure ? `. ${describeError(failure)}` : ''}`
}

/** Creates the command for a prompt. Only names are shown before it is used, because the texts are the server's. */
function promptCommand({ server }: ConnectedServer, { name, parameters }: RemotePrompt): SlashCommand {
  const usage = parameters
    .map((each) => (each.isRequired ? `<${plain(each.name)}>` : `[${plain(each.name)}]`))
    .join(' ')
  return {
    name: `mcp-${plain(server.settings.name)}-${plain(name)}`,
    description: `Send a prompt of the MCP server "${server.settings.name}"`,
    category: 'extension',
    ...(usage && { usage }),
    async run(text, { sessionId, signal, report }) {
      const words = text.trim() === '' ? [] : text.trim().split(/\s+/)
      const missing = parameters.filter(({ isRequired }, index) => isRequired && words[index] === undefined)
      if (missing.length > 0) {
        throw new ConfigError('', `The prompt needs ${missing.map((each) => plain(each.name)).join(', ')}.`)
      }
      const content = await server.getPrompt(name, toArguments(parameters, words), { sessionId, signal, report })
      return { type: 'message', content, origins: [{ kind: 'mcp', name: server.settings.name }] }
    },
  }
}

/** Maps words to parameters. The last parameter takes the rest. */
function toArguments(parameters: RemotePrompt['parameters'], words: readonly string[]): Record<string, string> {
  const last = parameters.length - 1
  return Object.fromEntries(
    parameters.flatMap(({ name }, index) => {
      const value = index === last ? words.slice(index).join(' ') : words[index]
      return value ? [[name, value]] : []
    }),
  )
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
