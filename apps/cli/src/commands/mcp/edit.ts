import { ConfigError, describeError } from '@hermes/core'
import {
  ensureHome,
  forgetMcpServer,
  knownMcpServers,
  type McpServerInput,
  removeMcpServer,
  saveMcpServer,
} from '@hermes/runtime'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { findHome, openHome } from '../../setup/open-home.js'
import { UsageError } from '../../usage-error.js'
import { describeCounts } from './describe-counts.js'
import { reviewServer } from './review-server.js'
import { withServer } from './with-server.js'

/** `hermes mcp add NAME [COMMAND...]`: saves the server, connects to it, and asks about its tools. A name of the catalog is enough. */
export const addServer: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [name = '', command, ...args] = parameters
  const known = command === undefined && values.url === undefined ? await catalogServer(context, name) : undefined
  if (!known && (command === undefined) === (values.url === undefined)) {
    throw new UsageError(
      'Name either the command of the server, or its address with --url, or a server of `hermes mcp catalog`.',
    )
  }
  const paths = findHome(context)
  await ensureHome(paths)
  const server: McpServerInput = {
    ...(known ?? (command === undefined ? { url: values.url } : { command, ...(args.length > 0 && { args }) })),
    ...(values.trust === 'full' && { trust: 'full' }),
  }
  const { file } = await saveMcpServer(paths, name, server)
  await writeLine(io.stderr, io.t`Added ${name} to ${file}.`)
  return withServer(context, name, async (opened) => {
    try {
      const listed = await opened.list()
      const tools = listed.filter(({ kind }) => kind === 'tool').length
      await writeLine(io.stderr, io.t`Connected: ${describeCounts(tools, listed.length - tools, io.t)}.`)
    } catch (error) {
      await writeLine(
        io.stderr,
        io.t`${io.t.of(describeError(error))} It stays in the settings: hermes mcp test ${name}`,
      )
      return exitCode.failed
    }
    if (!values.yes && !io.stdin.isTTY) {
      await writeLine(io.stderr, io.t`To agree to what it offers: hermes mcp configure ${name}`)
      return exitCode.ok
    }
    return (await reviewServer(context, name, opened)) ? exitCode.ok : exitCode.failed
  })
}

/** Returns the settings of a server in the catalog. @throws {ConfigError} when a variable that it needs is missing. */
async function catalogServer(context: CommandContext, name: string): Promise<McpServerInput | undefined> {
  const { catalog } = await import('./catalog/servers.js')
  const found = catalog.find((server) => server.name === name)
  if (!found?.variables) return found?.server
  const { variables } = await openHome(context)
  const missing = found.variables.filter((variable) => !variables[variable])
  if (missing.length === 0) return found.server
  const commands = missing.map((variable) => `hermes config set ${variable} VALUE`)
  throw new ConfigError(
    'mcp_servers',
    `${name} needs ${missing.join(', ')} (see ${found.page}): ${commands.join('; ')}`,
  )
}

/** `hermes mcp remove NAME` */
export const removeServer: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const paths = findHome(context)
  await ensureHome(paths)
  const edit = await removeMcpServer(paths, name)
  if (edit) {
    await forgetMcpServer(paths, name)
    await writeLine(io.stderr, io.t`Removed ${name} from ${edit.file}.`)
    return exitCode.ok
  }
  const plugin = (await knownMcpServers(await openHome(context))).find((server) => server.name === name)?.plugin
  await writeLine(
    io.stderr,
    plugin === undefined
      ? io.t`There is no MCP server "${name}".`
      : io.t`${name} belongs to the plugin ${plugin}. To switch off the whole plugin: hermes plugins disable ${plugin}`,
  )
  return exitCode.failed
}

/** `hermes mcp configure NAME`: reviews the tools that are new or have changed. */
export const configureServer: CommandHandler = async (context) => {
  const [name = ''] = context.parameters
  return withServer(context, name, async (server) => {
    await server.list()
    return (await reviewServer(context, name, server)) ? exitCode.ok : exitCode.failed
  })
}
